// libdispatch's main queue and the timers of Foundation's main run loop, as GSources.
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

// Foundation's run loop in C, exported by libFoundation; its headers are not in every C compiler's path.
extern void *CFRunLoopGetMain(void);
extern double CFRunLoopGetNextTimerFireDate(void *loop, const void *mode);
extern int32_t CFRunLoopRunInMode(const void *mode, double seconds, unsigned char returns_after_source);
extern double CFAbsoluteTimeGetCurrent(void);
extern const void *const kCFRunLoopDefaultMode;

// A day: a timer that is further away is looked at again by then.
static const gint longest_wait = 86400000;

typedef struct {
    GSource source;
    // The date for which the run loop was last run.
    double served;
} TimersSource;

// Milliseconds until a timer is due; -1 when there is none.
static gint milliseconds_until_next(TimersSource *timers)
{
    double date = CFRunLoopGetNextTimerFireDate(CFRunLoopGetMain(), kCFRunLoopDefaultMode);
    if (date == 0)
        return -1;
    double milliseconds = (date - CFAbsoluteTimeGetCurrent()) * 1000;
    if (milliseconds >= longest_wait)
        return longest_wait;
    if (milliseconds > 0)
        return (gint)milliseconds + 1;
    // The run loop's own clock may be a little behind; asking it again at once would spin.
    return date == timers->served ? 1 : 0;
}

static gboolean timers_prepare(GSource *source, gint *timeout)
{
    *timeout = milliseconds_until_next((TimersSource *)source);
    return *timeout == 0;
}

static gboolean timers_check(GSource *source)
{
    return CFRunLoopGetNextTimerFireDate(CFRunLoopGetMain(), kCFRunLoopDefaultMode) != 0
        && milliseconds_until_next((TimersSource *)source) <= 1;
}

static gboolean timers_dispatch(GSource *source, G_GNUC_UNUSED GSourceFunc callback, G_GNUC_UNUSED gpointer data)
{
    ((TimersSource *)source)->served = CFRunLoopGetNextTimerFireDate(CFRunLoopGetMain(), kCFRunLoopDefaultMode);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, FALSE);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs timers_functions = {
    .prepare = timers_prepare,
    .check = timers_check,
    .dispatch = timers_dispatch,
};

guint transom_run_loop_timers_attach(void)
{
    GSource *source = g_source_new(&timers_functions, sizeof(TimersSource));
    g_source_set_static_name(source, "Foundation run loop timers");
    g_source_set_can_recurse(source, TRUE);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}
