// Says which frame opens a window or a dialog, and with which words: the engine's signals for both name no frame.
// SPDX-License-Identifier: Apache-2.0
//
// The page's own functions are replaced by native ones that announce the call, make it, and say that it is over. The
// announcement travels on the connection of the call itself, so it is there first.
#include <string.h>

#include "extension.h"

// What a frame's function stands for.
typedef struct {
    GWeakRef page;
    char *token;
    const char *name;
    JSCValue *original;
} Function;

// A page can call a blocked function without end; beyond this number a second its calls are made without a word.
enum { MAXIMUM_CALLS = 100, MAXIMUM_FEATURES = 4096 };

static void function_free(gpointer data)
{
    Function *function = data;
    g_weak_ref_clear(&function->page);
    g_free(function->token);
    g_object_unref(function->original);
    g_free(function);
}

static gboolean may_tell(void)
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

static void tell(WebKitWebPage *page, const Function *function, const char *kind, const char *features)
{
    WebKitUserMessage *message =
        webkit_user_message_new("window-call", g_variant_new("(sss)", function->token, kind, features));
    webkit_web_page_send_message_to_view(page, message, NULL, NULL, NULL);
}

static JSCValue *called(GPtrArray *arguments, gpointer data)
{
    const Function *function = data;
    WebKitWebPage *page = may_tell() ? g_weak_ref_get((GWeakRef *)&function->page) : NULL;
    // The page may navigate within the call, which frees the function.
    g_autoptr(JSCValue) original = g_object_ref(function->original);
    Function copy = { .token = g_strdup(function->token), .name = function->name };
    if (page) {
        g_autofree char *features = NULL;
        if (g_str_equal(function->name, "open") && arguments->len > 2
            && jsc_value_is_string(g_ptr_array_index(arguments, 2)))
            features = jsc_value_to_string(g_ptr_array_index(arguments, 2));
        gboolean fits = features && strlen(features) <= MAXIMUM_FEATURES;
        tell(page, &copy, copy.name, fits ? features : "");
    }
    JSCValue *result = jsc_value_function_callv(original, arguments->len, (JSCValue **)arguments->pdata);
    if (page) {
        tell(page, &copy, "", "");
        g_object_unref(page);
    }
    g_free(copy.token);
    return result;
}

void windows_announce(WebKitWebPage *page, JSCContext *context, const char *token)
{
    static const char *const names[] = { "open", "alert", "confirm", "prompt" };
    static const char key[] = "transom-windows";
    // The initial empty document's window may be used again for the first real one.
    if (g_object_get_data(G_OBJECT(context), key))
        return;
    g_object_set_data(G_OBJECT(context), key, (gpointer)key);
    JSCValue *window = jsc_context_get_global_object(context);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        JSCValue *original = jsc_value_object_get_property(window, names[i]);
        if (original && jsc_value_is_function(original)) {
            Function *function = g_new0(Function, 1);
            g_weak_ref_init(&function->page, page);
            function->token = g_strdup(token);
            function->name = names[i];
            function->original = g_object_ref(original);
            JSCValue *replacement = jsc_value_new_function_variadic(context, names[i], G_CALLBACK(called), function,
                                                                    function_free, JSC_TYPE_VALUE);
            jsc_value_object_define_property_data(window, names[i],
                                                  JSC_VALUE_PROPERTY_CONFIGURABLE | JSC_VALUE_PROPERTY_ENUMERABLE
                                                      | JSC_VALUE_PROPERTY_WRITABLE,
                                                  replacement);
            g_object_unref(replacement);
        }
        g_clear_object(&original);
    }
    g_object_unref(window);
}
