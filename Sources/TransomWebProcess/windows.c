// Says which frame opens a window or a dialog: the engine's signals for both name no frame.
// SPDX-License-Identifier: Apache-2.0
//
// What a frame says travels on the connection of its call, so it is there first.
#include "windows.h"

#include <string.h>

#include "extension.h"

// A page can call a blocked function without end; beyond this number a second the host is told of no call, and no frame but
// the main one makes any.
enum { MAXIMUM_CALLS = 100, MAXIMUM_FEATURES = 4096 };

static gboolean may_call(void)
{
    static gint64 second;
    static guint calls;
    gint64 now = g_get_monotonic_time() / G_USEC_PER_SEC;
    if (now != second) {
        second = now;
        calls = 0;
    }
    return calls++ < MAXIMUM_CALLS;
}

// Whether the host was told of a call, or, for no kind, that it is over.
static gboolean told(const char *kind, const char *features, gpointer data)
{
    Speaker *speaker = data;
    if (!kind || !features || (*kind && !may_call()))
        return FALSE;
    WebKitWebPage *page = g_weak_ref_get(&speaker->page);
    if (!page)
        return FALSE;
    gboolean fits = strlen(features) <= MAXIMUM_FEATURES;
    GVariant *parameters = g_variant_new("(sss)", speaker->token, kind, fits ? features : "");
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("window-call", parameters), NULL, NULL, NULL);
    g_object_unref(page);
    return TRUE;
}

void windows_announce(WebKitWebPage *page, JSCContext *context, const char *token, gboolean is_main)
{
    if (!context_is_new_to(context, "transom-windows"))
        return;
    JSCValue *function = jsc_context_evaluate(context, (const char *)windows_source, sizeof windows_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *callback = jsc_value_new_function(context, NULL, G_CALLBACK(told), speaker_new(page, token), speaker_free,
                                                    G_TYPE_BOOLEAN, 2, G_TYPE_STRING, G_TYPE_STRING);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, callback, G_TYPE_BOOLEAN, is_main,
                                                   G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(callback);
    }
    g_clear_object(&function);
}
