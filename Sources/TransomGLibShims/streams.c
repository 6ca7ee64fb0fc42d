// Input streams that Swift feeds: a subclass of GInputStream cannot be written in Swift.
// SPDX-License-Identifier: Apache-2.0
#include "TransomGLibShims.h"

#include <errno.h>
#include <unistd.h>

// MARK: A stream that is fed piece by piece.

struct _TransomPushStream {
    GInputStream parent;
    GQueue pieces;
    gsize offset;
    gboolean ended;
    GError *error;
    GTask *reader;
    void *buffer;
    gsize room;
    GCancellable *cancellable;
    gulong cancelled_id;
    guint cancelled_source;
    void (*cancelled)(void *);
    void *data;
    GDestroyNotify destroy;
};

G_DECLARE_FINAL_TYPE(TransomPushStream, transom_push_stream, TRANSOM, PUSH_STREAM, GInputStream)
G_DEFINE_TYPE(TransomPushStream, transom_push_stream, G_TYPE_INPUT_STREAM)

static void forget_receiver(TransomPushStream *self)
{
    void *data = self->data;
    GDestroyNotify destroy = self->destroy;
    self->cancelled = NULL;
    self->data = NULL;
    self->destroy = NULL;
    if (destroy)
        destroy(data);
}

// Answers the read that waits, where there is something to answer it with.
static void answer(TransomPushStream *self)
{
    if (!self->reader)
        return;
    GBytes *piece = g_queue_peek_head(&self->pieces);
    if (!piece && !self->ended && !self->error)
        return;
    GTask *reader = g_steal_pointer(&self->reader);
    if (piece) {
        gsize size;
        const guint8 *bytes = g_bytes_get_data(piece, &size);
        gsize count = MIN(size - self->offset, self->room);
        memcpy(self->buffer, bytes + self->offset, count);
        self->offset += count;
        if (self->offset == size) {
            g_bytes_unref(g_queue_pop_head(&self->pieces));
            self->offset = 0;
        }
        g_task_return_int(reader, (gssize)count);
    } else if (self->error) {
        g_task_return_error(reader, g_error_copy(self->error));
    } else {
        g_task_return_int(reader, 0);
    }
    g_object_unref(reader);
}

static gboolean tell_cancelled(gpointer data)
{
    TransomPushStream *self = data;
    self->cancelled_source = 0;
    if (self->cancelled)
        self->cancelled(self->data);
    forget_receiver(self);
    g_queue_clear_full(&self->pieces, (GDestroyNotify)g_bytes_unref);
    self->offset = 0;
    if (!self->error)
        self->error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "The load was stopped.");
    answer(self);
    return G_SOURCE_REMOVE;
}

// Whoever cancels is in the middle of something: what follows from it happens afterwards.
static void cancellable_cancelled(G_GNUC_UNUSED GCancellable *cancellable, gpointer data)
{
    TransomPushStream *self = data;
    if (!self->cancelled_source)
        self->cancelled_source =
            g_idle_add_full(G_PRIORITY_DEFAULT, tell_cancelled, g_object_ref(self), g_object_unref);
}

static void push_read_async(GInputStream *stream, void *buffer, gsize count, int priority, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer data)
{
    TransomPushStream *self = TRANSOM_PUSH_STREAM(stream);
    GTask *task = g_task_new(stream, cancellable, callback, data);
    g_task_set_priority(task, priority);
    g_task_set_check_cancellable(task, FALSE);
    if (self->reader) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_PENDING, "A read waits already.");
        g_object_unref(task);
        return;
    }
    if (cancellable && !self->cancellable) {
        self->cancellable = g_object_ref(cancellable);
        self->cancelled_id = g_signal_connect(cancellable, "cancelled", G_CALLBACK(cancellable_cancelled), self);
        if (g_cancellable_is_cancelled(cancellable))
            cancellable_cancelled(cancellable, self);
    }
    self->reader = task;
    self->buffer = buffer;
    self->room = count;
    answer(self);
}

static gssize push_read_finish(G_GNUC_UNUSED GInputStream *stream, GAsyncResult *result, GError **error)
{
    return g_task_propagate_int(G_TASK(result), error);
}

static gssize push_read(G_GNUC_UNUSED GInputStream *stream, G_GNUC_UNUSED void *buffer, G_GNUC_UNUSED gsize count,
                        G_GNUC_UNUSED GCancellable *cancellable, GError **error)
{
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "This stream is read asynchronously only.");
    return -1;
}

static void push_dispose(GObject *object)
{
    TransomPushStream *self = TRANSOM_PUSH_STREAM(object);
    if (self->cancelled_id)
        g_signal_handler_disconnect(self->cancellable, self->cancelled_id);
    self->cancelled_id = 0;
    g_clear_object(&self->cancellable);
    g_queue_clear_full(&self->pieces, (GDestroyNotify)g_bytes_unref);
    g_clear_error(&self->error);
    forget_receiver(self);
    G_OBJECT_CLASS(transom_push_stream_parent_class)->dispose(object);
}

static void transom_push_stream_class_init(TransomPushStreamClass *class)
{
    G_OBJECT_CLASS(class)->dispose = push_dispose;
    G_INPUT_STREAM_CLASS(class)->read_fn = push_read;
    G_INPUT_STREAM_CLASS(class)->read_async = push_read_async;
    G_INPUT_STREAM_CLASS(class)->read_finish = push_read_finish;
}

static void transom_push_stream_init(TransomPushStream *self)
{
    g_queue_init(&self->pieces);
}

GInputStream *transom_push_stream_create(void (*cancelled)(void *), void *data, GDestroyNotify destroy)
{
    TransomPushStream *self = g_object_new(transom_push_stream_get_type(), NULL);
    self->cancelled = cancelled;
    self->data = data;
    self->destroy = destroy;
    return G_INPUT_STREAM(self);
}

void transom_push_stream_append(GInputStream *stream, const void *bytes, gsize count)
{
    TransomPushStream *self = TRANSOM_PUSH_STREAM(stream);
    if (count == 0 || self->ended || self->error)
        return;
    g_queue_push_tail(&self->pieces, g_bytes_new(bytes, count));
    answer(self);
}

void transom_push_stream_end(GInputStream *stream)
{
    TransomPushStream *self = TRANSOM_PUSH_STREAM(stream);
    self->ended = TRUE;
    forget_receiver(self);
    answer(self);
}

void transom_push_stream_fail(GInputStream *stream, const char *domain, int code, const char *message)
{
    TransomPushStream *self = TRANSOM_PUSH_STREAM(stream);
    if (!self->ended && !self->error)
        self->error = g_error_new_literal(g_quark_from_string(domain), code, message);
    forget_receiver(self);
    answer(self);
}

// MARK: A part of an open file.

struct _TransomFileSlice {
    GInputStream parent;
    int descriptor;
    gint64 offset;
    gint64 remaining;
    void (*closed)(void *);
    void *data;
    GDestroyNotify destroy;
};

G_DECLARE_FINAL_TYPE(TransomFileSlice, transom_file_slice, TRANSOM, FILE_SLICE, GInputStream)
G_DEFINE_TYPE(TransomFileSlice, transom_file_slice, G_TYPE_INPUT_STREAM)

static gssize slice_read(GInputStream *stream, void *buffer, gsize count, G_GNUC_UNUSED GCancellable *cancellable,
                         GError **error)
{
    TransomFileSlice *self = TRANSOM_FILE_SLICE(stream);
    if (self->remaining <= 0)
        return 0;
    gssize got;
    do
        got = pread(self->descriptor, buffer, (gsize)MIN((gint64)count, self->remaining), self->offset);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        // The file is shorter than it was when the answer was begun: an end here would look like a whole answer.
        g_set_error_literal(error, G_IO_ERROR, got < 0 ? g_io_error_from_errno(errno) : G_IO_ERROR_PARTIAL_INPUT,
                            "The file changed while it was read.");
        return -1;
    }
    self->offset += got;
    self->remaining -= got;
    return got;
}

typedef struct {
    void (*closed)(void *);
    void *data;
    GDestroyNotify destroy;
} Closing;

static gboolean tell_closed(gpointer data)
{
    Closing *closing = data;
    closing->closed(closing->data);
    return G_SOURCE_REMOVE;
}

static void closing_free(gpointer data)
{
    Closing *closing = data;
    if (closing->destroy)
        closing->destroy(closing->data);
    g_free(closing);
}

// The last reference may go in the thread that read.
static void slice_finalize(GObject *object)
{
    TransomFileSlice *self = TRANSOM_FILE_SLICE(object);
    close(self->descriptor);
    Closing *closing = g_new(Closing, 1);
    *closing = (Closing){self->closed, self->data, self->destroy};
    g_idle_add_full(G_PRIORITY_DEFAULT, tell_closed, closing, closing_free);
    g_main_context_wakeup(NULL);
    G_OBJECT_CLASS(transom_file_slice_parent_class)->finalize(object);
}

// The default asynchronous read calls this one in a thread of GLib's pool.
static void transom_file_slice_class_init(TransomFileSliceClass *class)
{
    G_OBJECT_CLASS(class)->finalize = slice_finalize;
    G_INPUT_STREAM_CLASS(class)->read_fn = slice_read;
}

static void transom_file_slice_init(TransomFileSlice *self)
{
    self->descriptor = -1;
}

GInputStream *transom_file_slice_create(int descriptor, gint64 offset, gint64 length, void (*closed)(void *), void *data,
                                        GDestroyNotify destroy)
{
    TransomFileSlice *self = g_object_new(transom_file_slice_get_type(), NULL);
    self->descriptor = descriptor;
    self->offset = offset;
    self->remaining = length;
    self->closed = closed;
    self->data = data;
    self->destroy = destroy;
    return G_INPUT_STREAM(self);
}
