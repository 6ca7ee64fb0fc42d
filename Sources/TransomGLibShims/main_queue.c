// libdispatch's main queue, and anything that must look before each poll, as GSources.
// SPDX-License-Identifier: Apache-2.0
#include "TransomGLibShims.h"

#include <errno.h>
#include <unistd.h>

// Exported by libdispatch for CoreFoundation's run loop, declared in no public header.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static uint64_t dispatches;

static gboolean drain_main_queue(gint fd, G_GNUC_UNUSED GIOCondition condition, G_GNUC_UNUSED gpointer data)
{
    // The eventfd must be read first: a handle that stays readable makes the loop spin.
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) { }
    dispatches++;
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

guint transom_main_queue_attach(void)
{
    int fd = _dispatch_get_main_queue_handle_4CF();
    if (fd < 0)
        return 0;
    GSource *source = g_unix_fd_source_new(fd, G_IO_IN);
    g_source_set_callback(source, G_SOURCE_FUNC(drain_main_queue), NULL, NULL);
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_static_name(source, "libdispatch main queue");
    g_source_set_can_recurse(source, TRUE);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}

uint64_t transom_main_queue_dispatches(void)
{
    return dispatches;
}

typedef struct {
    GSource source;
    int (*prepare)(void);
} PrepareSource;

static gboolean prepare_source_prepare(GSource *source, gint *timeout)
{
    *timeout = ((PrepareSource *)source)->prepare();
    return FALSE;
}

static gboolean prepare_source_check(G_GNUC_UNUSED GSource *source)
{
    return FALSE;
}

static gboolean prepare_source_dispatch(G_GNUC_UNUSED GSource *source, G_GNUC_UNUSED GSourceFunc callback,
                                        G_GNUC_UNUSED gpointer data)
{
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs prepare_source_functions = {
    .prepare = prepare_source_prepare,
    .check = prepare_source_check,
    .dispatch = prepare_source_dispatch,
};

guint transom_prepare_source_attach(int (*prepare)(void))
{
    GSource *source = g_source_new(&prepare_source_functions, sizeof(PrepareSource));
    ((PrepareSource *)source)->prepare = prepare;
    g_source_set_static_name(source, "Foundation run loop timers");
    g_source_set_can_recurse(source, TRUE);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}
