// Says which frame is about to navigate: what frames announce, and what the page's elements show.
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "extension.h"
#include "frames.h"
#include "leads.h"
#include "watch.h"

static WebKitScriptWorld *own_world;

// What a frame said it is about to do. A navigation that waits for its decision is looked for here.
typedef struct {
    char *url;
    gboolean is_main;
    // Whether the link has a download attribute.
    gboolean is_download;
    // The main frame said it while another frame may have been leading it.
    gboolean is_led;
    guint64 frame;
    gint64 time;
} Announcement;

// How long a frame that has clicked a link or sent a form counts as leading another one, in milliseconds. The navigation
// begins in the same task or the next one, and this timer does not run while a page keeps its process busy.
enum { LEAD_MILLISECONDS = 1000 };

enum { MAXIMUM_ANNOUNCEMENTS = 64, MAXIMUM_ANNOUNCED_URL = 8192, ANNOUNCEMENT_SECONDS = 10 };

static void announcement_free(gpointer data)
{
    Announcement *announcement = data;
    g_free(announcement->url);
    g_free(announcement);
}

static void announcements_free(gpointer data)
{
    g_queue_free_full(data, announcement_free);
}

static GQueue *announcements_of(WebKitWebPage *page)
{
    static const char key[] = "transom-announcements";
    GQueue *announcements = g_object_get_data(G_OBJECT(page), key);
    if (!announcements) {
        announcements = g_queue_new();
        g_object_set_data_full(G_OBJECT(page), key, announcements, announcements_free);
    }
    return announcements;
}

// A frame's document that is listened to.
typedef struct {
    GWeakRef page;
    guint64 frame;
    gboolean is_main;
} Watch;

static void watch_free(gpointer data)
{
    Watch *watch = data;
    g_weak_ref_clear(&watch->page);
    g_free(watch);
}

static guint leads_of(WebKitWebPage *page)
{
    return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(page), "transom-leads"));
}

static void add_leads(WebKitWebPage *page, int more)
{
    g_object_set_data(G_OBJECT(page), "transom-leads", GUINT_TO_POINTER(leads_of(page) + (guint)more));
}

static gboolean lead_is_over(gpointer data)
{
    WebKitWebPage *page = g_weak_ref_get(data);
    if (page) {
        add_leads(page, -1);
        g_object_unref(page);
    }
    return G_SOURCE_REMOVE;
}

static void weak_ref_free(gpointer data)
{
    g_weak_ref_clear(data);
    g_free(data);
}

// A frame may be about to lead another one. However often it says so, the count stays small.
static void leads(gpointer data)
{
    Watch *watch = data;
    WebKitWebPage *page = g_weak_ref_get(&watch->page);
    if (!page)
        return;
    if (leads_of(page) < 1000) {
        GWeakRef *reference = g_new0(GWeakRef, 1);
        g_weak_ref_init(reference, page);
        add_leads(page, 1);
        g_timeout_add_full(G_PRIORITY_LOW, LEAD_MILLISECONDS, lead_is_over, reference, weak_ref_free);
    }
    g_object_unref(page);
}

static void navigates(const char *url, gboolean is_download, gpointer data)
{
    Watch *watch = data;
    WebKitWebPage *page = g_weak_ref_get(&watch->page);
    if (!page)
        return;
    if (url && strlen(url) <= MAXIMUM_ANNOUNCED_URL) {
        GQueue *announcements = announcements_of(page);
        if (announcements->length >= MAXIMUM_ANNOUNCEMENTS)
            announcement_free(g_queue_pop_head(announcements));
        Announcement *announcement = g_new0(Announcement, 1);
        announcement->url = g_strdup(url);
        announcement->is_main = watch->is_main;
        announcement->is_download = is_download;
        announcement->is_led = watch->is_main && leads_of(page) > 0;
        announcement->frame = watch->frame;
        announcement->time = g_get_monotonic_time();
        g_queue_push_tail(announcements, announcement);
    }
    g_object_unref(page);
}

static const char *token_of_frame(WebKitWebPage *page, guint64 frame);

static void violated(const char *cause, const char *url, gpointer data)
{
    Watch *watch = data;
    WebKitWebPage *page = g_weak_ref_get(&watch->page);
    if (!page)
        return;
    if (cause && url && strlen(url) <= MAXIMUM_ANNOUNCED_URL) {
        GVariant *parameters = g_variant_new("(sss)", token_of_frame(page, watch->frame), cause, url);
        webkit_web_page_send_message_to_view(page, webkit_user_message_new("violation", parameters), NULL, NULL, NULL);
    }
    g_object_unref(page);
}

static void chooses(const char *kind, gpointer data)
{
    Watch *watch = data;
    WebKitWebPage *page = g_weak_ref_get(&watch->page);
    if (!page)
        return;
    if (kind)
        asks_tell(page, token_of_frame(page, watch->frame), kind);
    g_object_unref(page);
}

static Watch *watch_new(WebKitWebPage *page, WebKitFrame *frame)
{
    Watch *watch = g_new0(Watch, 1);
    g_weak_ref_init(&watch->page, page);
    watch->frame = webkit_frame_get_id(frame);
    watch->is_main = webkit_frame_is_main_frame(frame);
    return watch;
}

// Listens to a document from the extension's own world, before any script of the page runs.
static void watch_document(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context)
{
    static const char key[] = "transom-main-watch";
    gboolean is_main = webkit_frame_is_main_frame(frame);
    if (is_main)
        g_object_set_data_full(G_OBJECT(page), key, g_object_ref(context), g_object_unref);
    JSCValue *function = jsc_context_evaluate(context, (const char *)watch_source, sizeof watch_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *callback = jsc_value_new_function(context, NULL, G_CALLBACK(navigates), watch_new(page, frame),
                                                    watch_free, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
        JSCValue *report = jsc_value_new_function(context, NULL, G_CALLBACK(violated), watch_new(page, frame), watch_free,
                                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
        JSCValue *choice = jsc_value_new_function(context, NULL, G_CALLBACK(chooses), watch_new(page, frame), watch_free,
                                                  G_TYPE_NONE, 1, G_TYPE_STRING);
        JSCValue *lead = jsc_value_new_function(context, NULL, G_CALLBACK(leads), watch_new(page, frame), watch_free,
                                                G_TYPE_NONE, 0);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, callback, JSC_TYPE_VALUE, report,
                                                   JSC_TYPE_VALUE, choice, JSC_TYPE_VALUE, lead, G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(lead);
        g_object_unref(callback);
        g_object_unref(choice);
        g_object_unref(report);
    }
    g_clear_object(&function);
}

static void own_window_object_cleared(WebKitScriptWorld *world, WebKitWebPage *page, WebKitFrame *frame,
                                      G_GNUC_UNUSED gpointer data)
{
    JSCContext *context = webkit_frame_get_js_context_for_script_world(frame, world);
    if (!context)
        return;
    watch_document(page, frame, context);
    g_object_unref(context);
}

void frames_listen(const char *world_name)
{
    own_world = webkit_script_world_new_with_name(world_name);
    g_signal_connect(own_world, "window-object-cleared", G_CALLBACK(own_window_object_cleared), NULL);
}

void frames_hide_navigation(JSCContext *context)
{
    static const char source[] =
        "(() => { for (const name of ['navigation', 'Navigation', 'NavigateEvent', 'NavigationDestination',"
        "'NavigationHistoryEntry', 'NavigationTransition', 'NavigationActivation',"
        "'NavigationCurrentEntryChangeEvent']) delete globalThis[name]; })()";
    JSCValue *result = jsc_context_evaluate(context, source, -1);
    g_clear_object(&result);
}

void frames_watch_leads(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context)
{
    if (webkit_frame_is_main_frame(frame) || !context_is_new_to(context, "transom-leads-watch"))
        return;
    JSCValue *function = jsc_context_evaluate(context, (const char *)leads_source, sizeof leads_source);
    if (function && jsc_value_is_function(function)) {
        JSCValue *lead = jsc_value_new_function(context, NULL, G_CALLBACK(leads), watch_new(page, frame), watch_free,
                                                G_TYPE_NONE, 0);
        JSCValue *result = jsc_value_function_call(function, JSC_TYPE_VALUE, lead, G_TYPE_NONE);
        g_clear_object(&result);
        g_object_unref(lead);
    }
    g_clear_object(&function);
}

// The document in which an element shows a frame with this URL, or nothing. GTK's policy decision does not say
// which frame navigates; the element is there before its frame asks. It is looked for from the extension's own world, in
// which nothing of the page's runs.
static Document *document_with_element(WebKitWebPage *page, const char *url)
{
    GPtrArray *documents = documents_of(page);
    Document *found = NULL;
    for (guint i = 0; i < documents->len && !found; i++) {
        Document *document = g_ptr_array_index(documents, i);
        if (document->world != webkit_script_world_get_default() || !document_is_shown(document->context))
            continue;
        JSCContext *context = webkit_frame_get_js_context_for_script_world(document->frame_object, own_world);
        if (!context)
            continue;
        JSCValue *function = jsc_context_evaluate(context, (const char *)frames_source, sizeof frames_source);
        if (function && jsc_value_is_function(function)) {
            JSCValue *result = jsc_value_function_call(function, G_TYPE_STRING, url, G_TYPE_NONE);
            if (result && jsc_value_is_boolean(result) && jsc_value_to_boolean(result))
                found = document;
            g_clear_object(&result);
        }
        g_clear_object(&function);
        g_object_unref(context);
    }
    return found;
}

// Whether a page's main document has frames, as far as anybody knows.
static gboolean may_have_frames(WebKitWebPage *page)
{
    JSCContext *context = g_object_get_data(G_OBJECT(page), "transom-main-watch");
    // A document that the page cache brought back is another one than the last that was made.
    if (!context || !document_is_shown(context))
        return TRUE;
    JSCValue *value = jsc_context_evaluate(context, "window.length", -1);
    gboolean none = value && jsc_value_is_number(value) && jsc_value_to_int32(value) == 0;
    g_clear_object(&value);
    return !none;
}

// Takes the announcements of a URL. Returns whether there was one, and whether a frame other than the main one made it.
static gboolean take_announcement(WebKitWebPage *page, const char *url, gboolean *is_main, gboolean *is_download,
                                  gboolean *is_led, guint64 *frame)
{
    GQueue *announcements = announcements_of(page);
    gint64 oldest = g_get_monotonic_time() - ANNOUNCEMENT_SECONDS * G_USEC_PER_SEC;
    gboolean found = FALSE;
    GList *next;
    for (GList *link = announcements->head; link; link = next) {
        next = link->next;
        Announcement *announcement = link->data;
        gboolean matches = g_str_equal(announcement->url, url);
        if (!matches && announcement->time >= oldest)
            continue;
        // Where several frames say the same, none of them is believed to be the main one.
        if (matches && announcement->time >= oldest && (!found || *is_main)) {
            *is_main = announcement->is_main;
            *frame = announcement->frame;
        }
        if (matches && announcement->time >= oldest && announcement->is_download)
            *is_download = TRUE;
        *is_led = *is_led || (matches && announcement->is_led);
        found = found || (matches && announcement->time >= oldest);
        announcement_free(announcement);
        g_queue_delete_link(announcements, link);
    }
    return found;
}

// The token of a frame's document in the page's world, or nothing.
static const char *token_of_frame(WebKitWebPage *page, guint64 frame)
{
    GPtrArray *documents = documents_of(page);
    for (guint i = 0; i < documents->len; i++) {
        Document *document = g_ptr_array_index(documents, i);
        if (document->frame == frame && document->world == webkit_script_world_get_default() && document->token)
            return document->token;
    }
    return "";
}

GVariant *frames_which(WebKitWebPage *page, const char *url)
{
    gboolean is_main = FALSE;
    gboolean is_download = FALSE;
    gboolean is_led = FALSE;
    guint64 frame = 0;
    if (take_announcement(page, url, &is_main, &is_download, &is_led, &frame)) {
        if (is_main && is_led)
            return g_variant_new("(ssb)", "led", "", is_download);
        return g_variant_new("(ssb)", is_main ? "main" : "frame", is_main ? "" : token_of_frame(page, frame), is_download);
    }
    if (leads_of(page) > 0)
        return g_variant_new("(ssb)", "led", "", FALSE);
    if (!may_have_frames(page))
        return g_variant_new("(ssb)", "main", "", FALSE);
    Document *document = document_with_element(page, url);
    // A main frame's document that was left answers for the one that took its place, which the host knows.
    gboolean is_certain = document && !document->is_main && document->token;
    return g_variant_new("(ssb)", document ? "element" : "unknown", is_certain ? document->token : "", FALSE);
}
