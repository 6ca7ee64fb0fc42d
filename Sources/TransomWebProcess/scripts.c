// Runs scripts of the app in a frame and a world: the engine's own way reaches the main frame only.
// SPDX-License-Identifier: Apache-2.0
#include "extension.h"
#include "outcome.h"

static void reply(WebKitUserMessage *message, const char *status, const char *text, const char *source, guint line,
                  guint column)
{
    g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
    GVariant *parameters = g_variant_new("(sssuu)", status, valid, source ? source : "", line, column);
    webkit_user_message_send_reply(message, webkit_user_message_new("script", parameters));
}

static void reply_exception(WebKitUserMessage *message, JSCContext *context, JSCException *exception)
{
    g_autofree char *text = jsc_exception_to_string(exception);
    reply(message, "exception", text, jsc_exception_get_source_uri(exception), jsc_exception_get_line_number(exception),
          jsc_exception_get_column_number(exception));
    jsc_context_clear_exception(context);
}

// The first letter says what became of the script, and the rest is its value.
static void reply_outcome(WebKitUserMessage *message, const char *outcome)
{
    switch (*outcome) {
    case 'v': reply(message, "value", outcome + 1, NULL, 0, 0); break;
    case 'e': reply(message, "exception", outcome + 1, NULL, 0, 0); break;
    case 'l': reply(message, "too-large", "", NULL, 0, 0); break;
    default: reply(message, "unsupported", "", NULL, 0, 0); break;
    }
}

// A promise that has not settled. Where it never will, it goes with the function that it would have called.
typedef struct {
    WebKitUserMessage *message;
} Pending;

static void settled(const char *outcome, gpointer data)
{
    Pending *pending = data;
    if (!pending->message)
        return;
    reply_outcome(pending->message, outcome ? outcome : "");
    g_clear_object(&pending->message);
}

static void pending_free(gpointer data)
{
    Pending *pending = data;
    if (pending->message)
        reply(pending->message, "exception", "Completion handler for function call is no longer reachable", NULL, 0, 0);
    g_clear_object(&pending->message);
    g_free(pending);
}

static JSCContext *context_of(WebKitWebPage *page, guint64 frame, WebKitScriptWorld *world)
{
    GPtrArray *documents = documents_of(page);
    for (guint i = 0; i < documents->len; i++) {
        Document *document = g_ptr_array_index(documents, i);
        if (document->frame != frame || document->world != webkit_script_world_get_default())
            continue;
        // A frame that was removed may not be asked anything, and one of a page in the page cache has no parent.
        JSCValue *value = jsc_context_evaluate(document->context, "window.top !== null && window.top !== window", -1);
        gboolean is_there = value && jsc_value_to_boolean(value);
        g_clear_object(&value);
        if (is_there)
            return webkit_frame_get_js_context_for_script_world(document->frame_object, world);
    }
    return NULL;
}

static void finish(WebKitUserMessage *message, JSCContext *context, JSCValue *value, double budget, gboolean is_promise)
{
    JSCException *exception = jsc_context_get_exception(context);
    if (exception) {
        reply_exception(message, context, exception);
        return;
    }
    JSCValue *function = jsc_context_evaluate(context, (const char *)outcome_source, sizeof outcome_source);
    JSCValue *outcome = NULL;
    if (is_promise) {
        Pending *pending = g_new0(Pending, 1);
        pending->message = g_object_ref(message);
        JSCValue *callback = jsc_value_new_function(context, NULL, G_CALLBACK(settled), pending, pending_free,
                                                    G_TYPE_NONE, 1, G_TYPE_STRING);
        outcome = jsc_value_function_call(function, JSC_TYPE_VALUE, value, G_TYPE_DOUBLE, budget, JSC_TYPE_VALUE,
                                          callback, G_TYPE_NONE);
        g_object_unref(callback);
    } else {
        outcome = jsc_value_function_call(function, JSC_TYPE_VALUE, value, G_TYPE_DOUBLE, budget, G_TYPE_NONE);
        exception = jsc_context_get_exception(context);
        if (exception) {
            reply_exception(message, context, exception);
        } else {
            g_autofree char *text = jsc_value_to_string(outcome);
            reply_outcome(message, text);
        }
    }
    jsc_context_clear_exception(context);
    g_clear_object(&outcome);
    g_clear_object(&function);
}

void scripts_run(WebKitWebPage *page, WebKitUserMessage *message, GHashTable *worlds)
{
    GVariant *parameters = webkit_user_message_get_parameters(message);
    if (!parameters || !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(tsbsasd)")))
        return;
    guint64 frame;
    const char *world_name, *source;
    gboolean is_call;
    g_autofree const char **texts = NULL;
    double budget;
    g_variant_get(parameters, "(t&sb&s^a&sd)", &frame, &world_name, &is_call, &source, &texts, &budget);
    WebKitScriptWorld *world = g_hash_table_lookup(worlds, world_name);
    JSCContext *context = world ? context_of(page, frame, world) : NULL;
    if (!context) {
        reply(message, "gone", "", NULL, 0, 0);
        return;
    }
    jsc_context_clear_exception(context);
    JSCValue *location = jsc_context_evaluate(context, "window.location.href", -1);
    g_autofree char *uri = location ? jsc_value_to_string(location) : NULL;
    g_clear_object(&location);
    JSCValue *value = jsc_context_evaluate_with_source_uri(context, source, -1, uri, 1);
    if (is_call && value && jsc_value_is_function(value)) {
        g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_object_unref);
        for (gsize i = 0; texts && texts[i]; i++)
            g_ptr_array_add(arguments, jsc_value_new_string(context, texts[i]));
        JSCValue *promise = jsc_value_function_callv(value, arguments->len, (JSCValue **)arguments->pdata);
        g_object_unref(value);
        value = promise;
    }
    finish(message, context, value, budget, is_call);
    g_clear_object(&value);
    g_object_unref(context);
}
