// Says which frame asks for a camera, a microphone or a file: the engine's signals for both name no frame.
// SPDX-License-Identifier: Apache-2.0
//
// What a frame says travels on the connection of its request, so it is there first.
#include "asks.h"
#include "extension.h"

// A page can ask without end; beyond this number a second nothing is said, and its requests are nobody's.
enum { MAXIMUM_ASKS = 200 };

void asks_tell(WebKitWebPage *page, const char *token, const char *kind)
{
    static gint64 second;
    static guint asks;
    gint64 now = g_get_monotonic_time() / G_USEC_PER_SEC;
    if (now != second) {
        second = now;
        asks = 0;
    }
    if (asks++ < MAXIMUM_ASKS)
        webkit_web_page_send_message_to_view(page, webkit_user_message_new("ask", g_variant_new("(ss)", token, kind)),
                                             NULL, NULL, NULL);
}

static void told(const char *kind, gpointer data)
{
    Speaker *speaker = data;
    WebKitWebPage *page = g_weak_ref_get(&speaker->page);
    if (!page)
        return;
    if (kind)
        asks_tell(page, speaker->token, kind);
    g_object_unref(page);
}

static void position_answered(GObject *page, GAsyncResult *result, gpointer data)
{
    JSCValue *callback = data;
    WebKitUserMessage *reply = webkit_web_page_send_message_to_view_finish(WEBKIT_WEB_PAGE(page), result, NULL);
    gboolean is_denied = reply && g_str_equal(webkit_user_message_get_name(reply), "denied");
    g_clear_object(&reply);
    JSCValue *value = jsc_value_function_call(callback, G_TYPE_BOOLEAN, is_denied, G_TYPE_NONE);
    g_clear_object(&value);
    g_object_unref(callback);
}

// Asks the host whether the page may have its position, where the engine would not ask.
static void whether_denied(JSCValue *callback, gpointer data)
{
    Speaker *speaker = data;
    WebKitWebPage *page = g_weak_ref_get(&speaker->page);
    if (!page)
        return;
    if (callback && jsc_value_is_function(callback))
        webkit_web_page_send_message_to_view(page, webkit_user_message_new("position", NULL), NULL, position_answered,
                                             g_object_ref(callback));
    g_object_unref(page);
}

void asks_announce(WebKitWebPage *page, JSCContext *context, const char *token)
{
    if (!context_is_new_to(context, "transom-asks"))
        return;
    JSCValue *function = jsc_context_evaluate(context, (const char *)asks_source, sizeof asks_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *callback = jsc_value_new_function(context, NULL, G_CALLBACK(told), speaker_new(page, token), speaker_free,
                                                    G_TYPE_NONE, 1, G_TYPE_STRING);
        JSCValue *question = jsc_value_new_function(context, NULL, G_CALLBACK(whether_denied), speaker_new(page, token),
                                                    speaker_free, G_TYPE_NONE, 1, JSC_TYPE_VALUE);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, callback, JSC_TYPE_VALUE, question,
                                                   G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(callback);
        g_object_unref(question);
    }
    g_clear_object(&function);
}
