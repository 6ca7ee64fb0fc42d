// Typed connectors for GLib sources and signals.
// SPDX-License-Identifier: Apache-2.0
#include "TransomGLibShims.h"

#include <sys/syscall.h>
#include <unistd.h>

gulong transom_connect_notify(void *object, const char *detailed_signal, void (*handler)(void *, GParamSpec *, void *),
                              void *data, GClosureNotify destroy)
{
    return g_signal_connect_data(object, detailed_signal, G_CALLBACK(handler), data, destroy, 0);
}

guint transom_unix_signal_add(int signal, gboolean (*handler)(void *), void *data, GDestroyNotify destroy)
{
    return g_unix_signal_add_full(G_PRIORITY_DEFAULT, signal, handler, data, destroy);
}

guint transom_timeout_add(guint milliseconds, gboolean (*handler)(void *), void *data, GDestroyNotify destroy)
{
    return g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, handler, data, destroy);
}

guint transom_fd_add(int fd, GIOCondition condition, gboolean (*handler)(int, GIOCondition, void *), void *data,
                     GDestroyNotify destroy)
{
    return g_unix_fd_add_full(G_PRIORITY_DEFAULT, fd, condition, handler, data, destroy);
}

gboolean transom_object_is_a(void *object, GType type)
{
    return G_TYPE_CHECK_INSTANCE_TYPE(object, type);
}

unsigned transom_object_reference_count(void *object)
{
    return ((GObject *)object)->ref_count;
}

bool transom_is_first_thread(void)
{
    return (pid_t)syscall(SYS_gettid) == getpid();
}
