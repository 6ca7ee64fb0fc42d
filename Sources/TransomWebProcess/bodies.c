// Hands the bodies of requests for custom schemes to the host.
// SPDX-License-Identifier: Apache-2.0
#include "bodies.h"
#include "extension.h"
#include "media.h"

// The largest body that is handed over, in bytes.
static const gsize largest = 64 * 1024 * 1024;

static GPtrArray *schemes;
static char *mark;

void bodies_begin(const char *own_mark, const char *const *names)
{
    mark = g_strdup(own_mark);
    schemes = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; names && names[i]; i++)
        bodies_add_scheme(names[i]);
}

void bodies_add_scheme(const char *name)
{
    g_ptr_array_add(schemes, g_strdup(name));
}

static void page_reference_free(gpointer data)
{
    g_weak_ref_clear(data);
    g_free(data);
}

static void deposit(const char *name, JSCValue *bytes, gpointer data)
{
    WebKitWebPage *page = g_weak_ref_get(data);
    if (!page)
        return;
    gsize length = 0;
    if (jsc_value_is_typed_array(bytes)) {
        const void *start = jsc_value_typed_array_get_data(bytes, &length);
        gsize size = jsc_value_typed_array_get_size(bytes);
        if (start && size <= largest) {
            GBytes *copy = g_bytes_new(start, size);
            GVariant *body = g_variant_new_from_bytes(G_VARIANT_TYPE_BYTESTRING, copy, TRUE);
            WebKitUserMessage *message = webkit_user_message_new("body", g_variant_new("(s@ay)", name, body));
            webkit_web_page_send_message_to_view(page, message, NULL, NULL, NULL);
            g_bytes_unref(copy);
        }
    }
    g_object_unref(page);
}

// The schemes as an array of the page's.
static JSCValue *names_in(JSCContext *context)
{
    g_ptr_array_add(schemes, NULL);
    JSCValue *names = jsc_value_new_array_from_strv(context, (const char *const *)schemes->pdata);
    g_ptr_array_remove_index(schemes, schemes->len - 1);
    return names;
}

static JSCValue *function_in(JSCContext *context, const char *source, gsize length)
{
    JSCValue *function = jsc_context_evaluate(context, source, (gssize)length);
    if (function && !jsc_value_is_function(function))
        g_clear_object(&function);
    return function;
}

void bodies_watch(WebKitWebPage *page, JSCContext *context, gboolean is_pages_world)
{
    if (schemes->len == 0 || !context_is_new_to(context, "transom-bodies"))
        return;
    JSCValue *names = names_in(context);
    JSCValue *function = is_pages_world ? function_in(context, media_source, sizeof media_source) : NULL;
    if (function) {
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, names, G_TYPE_NONE);
        g_clear_object(&result);
    }
    g_clear_object(&function);
    function = function_in(context, bodies_source, sizeof bodies_source);
    if (function) {
        GWeakRef *reference = g_new0(GWeakRef, 1);
        g_weak_ref_init(reference, page);
        JSCValue *callback =
            jsc_value_new_function(context, NULL, G_CALLBACK(deposit), reference, page_reference_free, G_TYPE_NONE, 2,
                                   G_TYPE_STRING, JSC_TYPE_VALUE);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, names, G_TYPE_STRING, mark, JSC_TYPE_VALUE,
                                                   callback, G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(callback);
    }
    g_clear_object(&function);
    g_object_unref(names);
}
