// What a page may post: hands the host's limits to the stamp, and counts what is beyond them.
// SPDX-License-Identifier: Apache-2.0
#include "extension.h"

// A window that opens another one shares its process, and its limits until the host sends the other's own.
static char *last_caps;

const char *caps_of(WebKitWebPage *page)
{
    const char *caps = g_object_get_data(G_OBJECT(page), "transom-caps");
    return caps ? caps : last_caps ? last_caps : "";
}

void caps_set(WebKitWebPage *page, const char *limits)
{
    g_object_set_data_full(G_OBJECT(page), "transom-caps", g_strdup(limits), g_free);
    g_free(last_caps);
    last_caps = g_strdup(limits);
}

// What one document was refused and the host has not been told.
typedef struct {
    GWeakRef page;
    char *token;
    // Counts by "handler\nreason"; a count of 0 was told in this second.
    GHashTable *counts;
    guint timer;
} Counter;

static void counter_free(gpointer data)
{
    Counter *counter = data;
    if (counter->timer)
        g_source_remove(counter->timer);
    g_weak_ref_clear(&counter->page);
    g_hash_table_unref(counter->counts);
    g_free(counter->token);
    g_free(counter);
}

static void tell(Counter *counter, const char *key, guint64 count)
{
    WebKitWebPage *page = g_weak_ref_get(&counter->page);
    if (!page)
        return;
    g_auto(GStrv) parts = g_strsplit(key, "\n", 2);
    GVariant *parameters = g_variant_new("(ssst)", counter->token, parts[0], parts[1] ? parts[1] : "", count);
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("refused", parameters), NULL, NULL, NULL);
    g_object_unref(page);
}

// Tells what has been counted in the last second, and waits for another one where there was something.
static gboolean second_is_over(gpointer data)
{
    Counter *counter = data;
    GHashTableIter iterator;
    gpointer key, value;
    gboolean any = FALSE;
    g_hash_table_iter_init(&iterator, counter->counts);
    while (g_hash_table_iter_next(&iterator, &key, &value)) {
        guint64 *count = value;
        if (*count == 0) {
            g_hash_table_iter_remove(&iterator);
            continue;
        }
        tell(counter, key, *count);
        *count = 0;
        any = TRUE;
    }
    if (!any)
        counter->timer = 0;
    return any;
}

static void refused(const char *handler, const char *reason, gpointer data)
{
    Counter *counter = data;
    if (!handler || !reason)
        return;
    g_autofree char *key = g_strconcat(handler, "\n", reason, NULL);
    guint64 *count = g_hash_table_lookup(counter->counts, key);
    if (count) {
        (*count)++;
        return;
    }
    tell(counter, key, 1);
    g_hash_table_insert(counter->counts, g_steal_pointer(&key), g_new0(guint64, 1));
    if (!counter->timer)
        counter->timer = g_timeout_add_seconds(1, second_is_over, counter);
}

JSCValue *caps_counter(WebKitWebPage *page, JSCContext *context, const char *token)
{
    Counter *counter = g_new0(Counter, 1);
    g_weak_ref_init(&counter->page, page);
    counter->token = g_strdup(token);
    counter->counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return jsc_value_new_function(context, NULL, G_CALLBACK(refused), counter, counter_free, G_TYPE_NONE, 2, G_TYPE_STRING,
                                  G_TYPE_STRING);
}
