// What Swift cannot import from GLib and the kernel: each entry says why it is here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gio/gio.h>
#include <glib-unix.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>

// Marks a function, or a callback's type, as main-actor isolated. A Swift closure passed for such a callback is checked
// by the compiler, so no callback needs a cast or a dynamic check of its own.
#define TRANSOM_MAIN_ACTOR __attribute__((swift_attr("@MainActor")))

// Attaches libdispatch's main queue to the default GMainContext as one source, and returns the source's id, or 0 when
// libdispatch has no handle. The two libdispatch functions it calls are exported without a header.
TRANSOM_MAIN_ACTOR guint transom_main_queue_attach(void);

// How often that source has drained the main queue since the process began; tests use it to prove that an idle host
// does nothing.
uint64_t transom_main_queue_dispatches(void);

// Attaches a source to the default GMainContext that fires the timers of Foundation's main run loop when they are due, and
// returns its id. A user's handler runs in the source's dispatch: in its prepare, which is where RunLoop's own question for
// the next date would run it, GLib allows no nested loop and may miss what the handler adds. The functions of the run loop
// that it calls are exported without a header.
TRANSOM_MAIN_ACTOR guint transom_run_loop_timers_attach(void);

// Connects `handler` to a GObject's property notification. `g_signal_connect_data` takes an untyped GCallback, so each
// signal has a typed function like this one here or in TransomWebKitShims.
TRANSOM_MAIN_ACTOR gulong transom_connect_notify(void *object, const char *detailed_signal,
                                                 void (TRANSOM_MAIN_ACTOR *handler)(void *object, GParamSpec *pspec,
                                                                                    void *data),
                                                 void *data, GClosureNotify destroy);

// The Unix signal source with a typed callback; GSourceFunc is not main-actor isolated.
TRANSOM_MAIN_ACTOR guint transom_unix_signal_add(int signal, gboolean (TRANSOM_MAIN_ACTOR *handler)(void *data), void *data,
                                                 GDestroyNotify destroy);

// The timeout source with a typed callback, in milliseconds.
TRANSOM_MAIN_ACTOR guint transom_timeout_add(guint milliseconds, gboolean (TRANSOM_MAIN_ACTOR *handler)(void *data),
                                             void *data, GDestroyNotify destroy);

// A file-descriptor source with a typed callback.
TRANSOM_MAIN_ACTOR guint transom_fd_add(int fd, GIOCondition condition,
                                        gboolean (TRANSOM_MAIN_ACTOR *handler)(int fd, GIOCondition condition, void *data),
                                        void *data, GDestroyNotify destroy);

// Checked instance cast: `G_TYPE_CHECK_INSTANCE_TYPE` is a macro.
gboolean transom_object_is_a(void *object, GType type);

// The object's reference count, for leak tests; `GObject` is opaque to Swift.
unsigned transom_object_reference_count(void *object);

// Starts a child in a process group of its own that gets SIGTERM when the calling thread ends, so call it on the
// process's first thread. Keeps `inherited` (or -1) open in the child; its output goes to /dev/null. Returns 0 or an
// errno value, also for a failed exec. Foundation's Process cannot set a parent-death signal.
int transom_spawn(const char *const *argv, int inherited, int *pid);

// Waits for somebody who connects to a unix socket, and says which user that is. Returns a descriptor that children do not
// get, or -1 with errno. `accept4` and `struct ucred` are hidden behind _GNU_SOURCE, which Swift's importer does not set.
int transom_accept(int listener, unsigned *user);

// True on the process's first thread, which libdispatch's main queue and GTK are bound to.
bool transom_is_first_thread(void);

// An input stream that is fed piece by piece, for asynchronous reading on the main thread. `cancelled` is called at most
// once, when the reader's GCancellable is cancelled before the stream was ended; `data` is given back through `destroy`.
TRANSOM_MAIN_ACTOR GInputStream *transom_push_stream_create(void (TRANSOM_MAIN_ACTOR *cancelled)(void *data), void *data,
                                                            GDestroyNotify destroy);
TRANSOM_MAIN_ACTOR void transom_push_stream_append(GInputStream *stream, const void *bytes, gsize count);
TRANSOM_MAIN_ACTOR void transom_push_stream_end(GInputStream *stream);
TRANSOM_MAIN_ACTOR void transom_push_stream_fail(GInputStream *stream, const char *domain, int code, const char *message);

// An input stream of `length` bytes of an open file from `offset` on. It takes the descriptor over, and is read in
// GLib's threads. A file that ends before is an error, not an end. `closed` is called on the main thread when it was
// closed; `data` is given back through `destroy`.
TRANSOM_MAIN_ACTOR GInputStream *transom_file_slice_create(int descriptor, gint64 offset, gint64 length,
                                                           void (TRANSOM_MAIN_ACTOR *closed)(void *data), void *data,
                                                           GDestroyNotify destroy);
