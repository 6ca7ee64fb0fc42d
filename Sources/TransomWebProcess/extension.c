// Loaded by WebKit's web process: announces each document to the host and stamps its script messages.
// SPDX-License-Identifier: Apache-2.0
//
// The announcement and the messages travel on one connection, so the host knows a document before its first message.
// The names of the user messages and their parameters are mirrored in Sources/WebKit/View/WKWebView+Engine.swift.
#include <sys/random.h>

#include "extension.h"
#include "restore.h"
#include "stamp.h"

// A random name: a page cannot tell that the handler is there, and it exists only beside a handler of the user's.
static char *internal_handler;
static GHashTable *worlds;
// Whether pages are not to see the Navigation API, which is switched on for the extension alone.
static gboolean hides_navigation;

static void document_free(gpointer data)
{
    Document *document = data;
    g_object_unref(document->context);
    g_object_unref(document->frame_object);
    g_free(document->token);
    g_free(document->origin);
    g_free(document);
}

static char *string_of(JSCContext *context, const char *script)
{
    JSCValue *value = jsc_context_evaluate(context, script, -1);
    char *text = value ? jsc_value_to_string(value) : g_strdup("");
    g_clear_object(&value);
    return text;
}

// 256 random bits as hexadecimal digits: one length, and no page can guess it. NULL when the kernel has none.
static char *random_token(void)
{
    guint8 bytes[32];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return NULL;
    GString *token = g_string_sized_new(2 * sizeof bytes);
    for (gsize i = 0; i < sizeof bytes; i++)
        g_string_append_printf(token, "%02x", bytes[i]);
    return g_string_free(token, FALSE);
}

GPtrArray *documents_of(WebKitWebPage *page)
{
    static const char key[] = "transom-documents";
    GPtrArray *documents = g_object_get_data(G_OBJECT(page), key);
    if (!documents) {
        documents = g_ptr_array_new_with_free_func(document_free);
        g_object_set_data_full(G_OBJECT(page), key, documents, (GDestroyNotify)g_ptr_array_unref);
    }
    return documents;
}

gboolean context_is_new_to(JSCContext *context, const char *key)
{
    if (g_object_get_data(G_OBJECT(context), key))
        return FALSE;
    g_object_set_data(G_OBJECT(context), key, (gpointer)key);
    return TRUE;
}

// Whether a document is still shown in a frame: a removed frame's window has no top.
gboolean document_is_shown(JSCContext *context)
{
    JSCValue *value = jsc_context_evaluate(context, "window.top !== null", -1);
    gboolean shown = value && jsc_value_to_boolean(value);
    g_clear_object(&value);
    return shown;
}

// Lets go of the documents that are not shown, whenever their number has doubled since the last time.
static void prune(WebKitWebPage *page)
{
    static const char key[] = "transom-pruning";
    GPtrArray *documents = documents_of(page);
    guint next = MAX(GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(page), key)), 16);
    if (documents->len < next)
        return;
    for (guint i = documents->len; i > 0; i--) {
        Document *document = g_ptr_array_index(documents, i - 1);
        if (!document_is_shown(document->context))
            g_ptr_array_remove_index_fast(documents, i - 1);
    }
    g_object_set_data(G_OBJECT(page), key, GUINT_TO_POINTER(2 * documents->len));
}

// Keeps a document. A main frame's earlier ones are kept too, since the page cache may bring one back.
//
// A window that was the initial empty document's and is used again stays the one that it was: its functions hold the token,
// and scripts of its own origin, which alone is given it, may have put another `origin` into it by now.
static Document *remember(WebKitWebPage *page, WebKitFrame *frame, WebKitScriptWorld *world, JSCContext *context)
{
    GPtrArray *documents = documents_of(page);
    guint64 id = webkit_frame_get_id(frame);
    gboolean is_main = webkit_frame_is_main_frame(frame);
    prune(page);
    for (guint i = documents->len; i > 0; i--) {
        Document *document = g_ptr_array_index(documents, i - 1);
        if (document->frame != id || document->world != world)
            continue;
        if (document->context == context)
            return document;
        if (!is_main)
            g_ptr_array_remove_index_fast(documents, i - 1);
    }
    Document *document = g_new0(Document, 1);
    document->world = world;
    document->frame = id;
    document->frame_object = g_object_ref(frame);
    document->is_main = is_main;
    document->context = g_object_ref(context);
    document->token = random_token();
    document->origin = string_of(context, "window.origin");
    g_ptr_array_add(documents, document);
    return document;
}

Speaker *speaker_new(WebKitWebPage *page, const char *token)
{
    Speaker *speaker = g_new0(Speaker, 1);
    g_weak_ref_init(&speaker->page, page);
    speaker->token = g_strdup(token);
    return speaker;
}

void speaker_free(gpointer data)
{
    Speaker *speaker = data;
    g_weak_ref_clear(&speaker->page);
    g_free(speaker->token);
    g_free(speaker);
}

// The page cache has brought a document back: no window object is cleared then.
static void restored(gpointer data)
{
    Speaker *speaker = data;
    WebKitWebPage *page = g_weak_ref_get(&speaker->page);
    if (!page)
        return;
    WebKitUserMessage *message = webkit_user_message_new("restored", g_variant_new("(s)", speaker->token));
    webkit_web_page_send_message_to_view(page, message, NULL, NULL, NULL);
    g_object_unref(page);
}

// Tells the host when the main frame's document is shown again.
static void watch_for_restoration(WebKitWebPage *page, JSCContext *context, const char *token)
{
    if (!context_is_new_to(context, "transom-restoration"))
        return;
    JSCValue *function = jsc_context_evaluate(context, (const char *)restore_source, sizeof restore_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *callback = jsc_value_new_function(context, NULL, G_CALLBACK(restored), speaker_new(page, token),
                                                    speaker_free, G_TYPE_NONE, 0);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, callback, G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(callback);
    }
    g_clear_object(&function);
}

static Document *document_with_token(WebKitWebPage *page, const char *token)
{
    GPtrArray *documents = documents_of(page);
    for (guint i = 0; i < documents->len; i++) {
        Document *document = g_ptr_array_index(documents, i);
        if (document->token && g_str_equal(document->token, token))
            return document;
    }
    return NULL;
}

// Announces a document and patches its window. A window that has no handler yet is announced again when it is patched; by
// then code of the page may run within the call, and documents come and go with it.
static void stamp(WebKitWebPage *page, const Document *document)
{
    if (!document->token)
        return;
    g_autofree char *token = g_strdup(document->token);
    g_autoptr(JSCContext) context = g_object_ref(document->context);
    g_autofree char *url = string_of(context, "window.location.href");
    const char *world = webkit_script_world_get_name(document->world);
    GVariant *parameters = g_variant_new("(stbsss)", document->token, document->frame, document->is_main,
                                         document->origin, url, world ? world : "");
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("document", parameters), NULL, NULL, NULL);
    JSCValue *function = jsc_context_evaluate(context, (const char *)stamp_source, sizeof stamp_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *counter = caps_counter(page, context, token);
        JSCValue *patched = jsc_value_function_call(function, G_TYPE_STRING, internal_handler, G_TYPE_STRING,
                                                    token, G_TYPE_STRING, caps_of(page), JSC_TYPE_VALUE, counter,
                                                    G_TYPE_NONE);
        gboolean is_stamped = patched && jsc_value_to_boolean(patched);
        Document *same = document_with_token(page, token);
        if (same && is_stamped)
            same->is_stamped = TRUE;
        g_clear_object(&patched);
        g_object_unref(counter);
    }
    g_clear_object(&function);
}

static void window_object_cleared(WebKitScriptWorld *world, WebKitWebPage *page, WebKitFrame *frame,
                                  G_GNUC_UNUSED gpointer data)
{
    JSCContext *context = webkit_frame_get_js_context_for_script_world(frame, world);
    if (!context)
        return;
    if (hides_navigation)
        frames_hide_navigation(context);
    bodies_watch(page, context, world == webkit_script_world_get_default());
    const Document *document = remember(page, frame, world, context);
    stamp(page, document);
    if (world == webkit_script_world_get_default())
        frames_watch_leads(page, frame, context);
    if (document->token && world == webkit_script_world_get_default()) {
        windows_announce(page, context, document->token, document->is_main);
        asks_announce(page, context, document->token);
    }
    if (document->token && document->is_main && world == webkit_script_world_get_default())
        watch_for_restoration(page, context, document->token);
    g_object_unref(context);
}

static void add_world(const char *name)
{
    if (g_hash_table_contains(worlds, name))
        return;
    WebKitScriptWorld *world =
        *name ? webkit_script_world_new_with_name(name) : g_object_ref(webkit_script_world_get_default());
    g_hash_table_insert(worlds, g_strdup(name), world);
    g_signal_connect(world, "window-object-cleared", G_CALLBACK(window_object_cleared), NULL);
}

static gboolean page_message(WebKitWebPage *page, WebKitUserMessage *message, G_GNUC_UNUSED gpointer data)
{
    const char *name = webkit_user_message_get_name(message);
    GVariant *parameters = webkit_user_message_get_parameters(message);
    if (g_str_equal(name, "stamp")) {
        g_autoptr(GPtrArray) tokens = g_ptr_array_new_with_free_func(g_free);
        GPtrArray *documents = documents_of(page);
        for (guint i = 0; i < documents->len; i++) {
            const Document *document = g_ptr_array_index(documents, i);
            if (document->token && !document->is_stamped)
                g_ptr_array_add(tokens, g_strdup(document->token));
        }
        for (guint i = 0; i < tokens->len; i++) {
            const Document *document = document_with_token(page, g_ptr_array_index(tokens, i));
            if (document && document_is_shown(document->context))
                stamp(page, document);
        }
        webkit_user_message_send_reply(message, webkit_user_message_new("stamped", NULL));
        return TRUE;
    }
    if (g_str_equal(name, "script")) {
        scripts_run(page, message, worlds);
        return TRUE;
    }
    if (g_str_equal(name, "limits") && parameters && g_variant_is_of_type(parameters, G_VARIANT_TYPE_STRING)) {
        caps_set(page, g_variant_get_string(parameters, NULL));
        return TRUE;
    }
    if (g_str_equal(name, "post") && parameters && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sa(ss))"))) {
        posts_expect(page, parameters);
        return TRUE;
    }
    if (g_str_equal(name, "post-over")) {
        posts_forget(page);
        return TRUE;
    }
    if (g_str_equal(name, "which-frame") && parameters && g_variant_is_of_type(parameters, G_VARIANT_TYPE_STRING)) {
        GVariant *answer = frames_which(page, g_variant_get_string(parameters, NULL));
        webkit_user_message_send_reply(message, webkit_user_message_new("which-frame", answer));
        return TRUE;
    }
    return FALSE;
}

static void page_created(G_GNUC_UNUSED WebKitWebExtension *extension, WebKitWebPage *page, G_GNUC_UNUSED gpointer data)
{
    g_signal_connect(page, "user-message-received", G_CALLBACK(page_message), NULL);
    // Says that the extension is at work, before the page asks for its first navigation.
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("ready", NULL), NULL, NULL, NULL);
}

static void extension_message(G_GNUC_UNUSED WebKitWebExtension *extension, WebKitUserMessage *message,
                              G_GNUC_UNUSED gpointer data)
{
    GVariant *parameters = webkit_user_message_get_parameters(message);
    if (g_str_equal(webkit_user_message_get_name(message), "world") && parameters
        && g_variant_is_of_type(parameters, G_VARIANT_TYPE_STRING))
        add_world(g_variant_get_string(parameters, NULL));
    if (g_str_equal(webkit_user_message_get_name(message), "scheme") && parameters
        && g_variant_is_of_type(parameters, G_VARIANT_TYPE_STRING))
        bodies_add_scheme(g_variant_get_string(parameters, NULL));
}

G_MODULE_EXPORT void webkit_web_extension_initialize_with_user_data(WebKitWebExtension *extension, GVariant *data)
{
    if (!data || !g_variant_is_of_type(data, G_VARIANT_TYPE("(sasbsas)")))
        return;
    g_autofree const char **names = NULL;
    g_autofree const char **schemes = NULL;
    const char *mark;
    g_variant_get(data, "(s^a&sb&s^a&s)", &internal_handler, &names, &hides_navigation, &mark, &schemes);
    bodies_begin(mark, schemes);
    worlds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
    g_autofree char *own_name = random_token();
    frames_listen(own_name ? own_name : "transom");
    add_world("");
    for (gsize i = 0; names && names[i]; i++)
        add_world(names[i]);
    g_signal_connect(extension, "page-created", G_CALLBACK(page_created), NULL);
    g_signal_connect(extension, "user-message-received", G_CALLBACK(extension_message), NULL);
}
