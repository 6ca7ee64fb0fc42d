// The headers of a request with a body that the host loads: the engine's history, which carries it, has no place for them.
// SPDX-License-Identifier: Apache-2.0
#include "extension.h"

// What one request gets besides; it is applied once.
typedef struct {
    char *url;
    GVariant *headers;
    gulong handler;
} Post;

static const char key[] = "transom-post";

static void post_free(gpointer data)
{
    Post *post = data;
    g_free(post->url);
    g_variant_unref(post->headers);
    g_free(post);
}

static gboolean send_request(WebKitWebPage *page, WebKitURIRequest *request, WebKitURIResponse *redirected,
                             G_GNUC_UNUSED gpointer data)
{
    Post *post = g_object_get_data(G_OBJECT(page), key);
    if (!post || redirected || g_strcmp0(webkit_uri_request_get_http_method(request), "POST")
        || g_strcmp0(webkit_uri_request_get_uri(request), post->url))
        return FALSE;
    SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
    GVariantIter iterator;
    const char *name, *value;
    g_variant_iter_init(&iterator, post->headers);
    while (headers && g_variant_iter_next(&iterator, "(&s&s)", &name, &value))
        soup_message_headers_replace(headers, name, value);
    posts_forget(page);
    return FALSE;
}

void posts_expect(WebKitWebPage *page, GVariant *parameters)
{
    posts_forget(page);
    const char *url;
    GVariant *headers;
    g_variant_get(parameters, "(&s@a(ss))", &url, &headers);
    Post *post = g_new0(Post, 1);
    post->url = g_strdup(url);
    post->headers = headers;
    post->handler = g_signal_connect(page, "send-request", G_CALLBACK(send_request), NULL);
    g_object_set_data_full(G_OBJECT(page), key, post, post_free);
}

void posts_forget(WebKitWebPage *page)
{
    Post *post = g_object_get_data(G_OBJECT(page), key);
    if (!post)
        return;
    g_signal_handler_disconnect(page, post->handler);
    g_object_set_data(G_OBJECT(page), key, NULL);
}
