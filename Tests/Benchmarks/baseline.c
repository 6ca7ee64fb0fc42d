// The physical limit of a WebKitGTK host: a plain C program that does what the benchmark's Swift program does, row by row.
// SPDX-License-Identifier: Apache-2.0
//
// Use: baseline ROW [COUNT]. It prints one JSON object a line: {"event":"message"} at the first page message of a row
// that starts, {"count":N,"seconds":S} for a row that measures a rate, {"event":"settled"} when memory or idleness may
// be looked at, after which it stays until its standard input closes. The pages come from its standard input as one line
// of HTML, so that both programs show the same.

#include <gio/gunixinputstream.h>
#include <string.h>
#include <webkit2/webkit2.h>

static const char *origin = "https://bench.example/";

typedef struct {
    const char *row;
    int count;
    int seen;
    int left;
    gint64 began;
    gsize bytes;
    char *html;
    char *text;
    GMainLoop *loop;
    GPtrArray *views;
} Bench;

static void say(const char *line) {
    fputs(line, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

static void report(Bench *bench) {
    double seconds = (double)(g_get_monotonic_time() - bench->began) / 1e6;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.6f", seconds);
    char *line = g_strdup_printf("{\"count\":%d,\"seconds\":%s}", bench->count, number);
    say(line);
    g_free(line);
    g_main_loop_quit(bench->loop);
}

// What a host has to do with any body: know its value.
static gsize read_body(JSCValue *value) {
    char *text = jsc_value_is_string(value) ? jsc_value_to_string(value) : jsc_value_to_json(value, 0);
    gsize length = text ? strlen(text) : 0;
    g_free(text);
    return length;
}

static GtkWidget *make_view(Bench *bench, GCallback heard, GCallback asked, WebKitWebContext *context) {
    WebKitUserContentManager *content = webkit_user_content_manager_new();
    if (heard) {
        g_signal_connect(content, "script-message-received::bench", heard, bench);
        webkit_user_content_manager_register_script_message_handler(content, "bench");
    }
    if (asked) {
        g_signal_connect(content, "script-message-with-reply-received::ask", asked, bench);
        webkit_user_content_manager_register_script_message_handler_with_reply(content, "ask", NULL);
    }
    GtkWidget *view = context
        ? g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", content, NULL)
        : webkit_web_view_new_with_user_content_manager(content);
    g_object_unref(content);
    g_object_ref_sink(view);
    return view;
}

// An ephemeral store a view, as the host has one.
static WebKitWebContext *make_context(void) {
    WebKitWebsiteDataManager *data = webkit_website_data_manager_new_ephemeral();
    WebKitWebContext *context = webkit_web_context_new_with_website_data_manager(data);
    g_object_unref(data);
    return context;
}

static void load(Bench *bench, GtkWidget *view) {
    webkit_web_view_load_html(WEBKIT_WEB_VIEW(view), bench->html, origin);
}

// Start: the first message of the first view.

static void heard_first(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    Bench *bench = data;
    bench->bytes += read_body(webkit_javascript_result_get_js_value(result));
    say("{\"event\":\"message\"}");
    g_main_loop_quit(bench->loop);
}

// Messages: so many from one page, the first starts the clock.

static void heard(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    Bench *bench = data;
    bench->bytes += read_body(webkit_javascript_result_get_js_value(result));
    if (bench->seen++ == 0) {
        bench->began = g_get_monotonic_time();
    } else if (bench->seen == bench->count + 1) {
        report(bench);
    }
}

// Replies: the page waits for each answer before it asks again.

static gboolean asked(
    WebKitUserContentManager *content, JSCValue *value, WebKitScriptMessageReply *reply, gpointer data) {
    (void)content;
    Bench *bench = data;
    bench->bytes += read_body(value);
    if (bench->seen++ == 0) {
        bench->began = g_get_monotonic_time();
    }
    JSCValue *answer = jsc_value_new_number(jsc_value_get_context(value), bench->seen);
    webkit_script_message_reply_return_value(reply, answer);
    g_object_unref(answer);
    if (bench->seen == bench->count + 1) {
        report(bench);
    }
    return TRUE;
}

// Calls: one after another, each with an argument and a number as its result.

static void call(Bench *bench);

static void called(GObject *view, GAsyncResult *result, gpointer data) {
    Bench *bench = data;
    JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, NULL);
    if (value) {
        bench->bytes += (gsize)jsc_value_to_double(value);
        g_object_unref(value);
    }
    if (bench->seen++ == 0) {
        bench->began = g_get_monotonic_time();
    } else if (bench->seen == bench->count + 1) {
        report(bench);
        return;
    }
    call(bench);
}

static void call(Bench *bench) {
    GVariantDict arguments;
    g_variant_dict_init(&arguments, NULL);
    if (bench->text) {
        g_variant_dict_insert(&arguments, "value", "s", bench->text);
    } else {
        g_variant_dict_insert(&arguments, "value", "d", (double)bench->seen);
    }
    const char *body = bench->text ? "return value.length" : "return value + 1";
    webkit_web_view_call_async_javascript_function(
        g_ptr_array_index(bench->views, 0), body, -1, g_variant_dict_end(&arguments), NULL, NULL, NULL, called, bench);
}

static void heard_before_calls(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    (void)result;
    call(data);
}

// Memory and idleness: when every view has spoken, others look at the process until they close our input.

static gboolean input_closed(GObject *stream, gpointer data) {
    (void)stream;
    Bench *bench = data;
    g_main_loop_quit(bench->loop);
    return G_SOURCE_REMOVE;
}

static void stay(Bench *bench) {
    say("{\"event\":\"settled\"}");
    GInputStream *input = g_unix_input_stream_new(0, FALSE);
    GSource *source = g_pollable_input_stream_create_source(G_POLLABLE_INPUT_STREAM(input), NULL);
    g_source_set_callback(source, (GSourceFunc)(void (*)(void))input_closed, bench, NULL);
    g_source_attach(source, NULL);
    g_source_unref(source);
    g_object_unref(input);
}

static void heard_from_one_of_many(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    (void)result;
    Bench *bench = data;
    if (++bench->seen == bench->count) {
        stay(bench);
    }
}

// Sessions: each has a store and a view of its own, and goes before the next one comes.

static void next_session(Bench *bench);

static gboolean session_ended(gpointer data) {
    Bench *bench = data;
    GtkWidget *view = g_ptr_array_index(bench->views, 0);
    webkit_web_view_try_close(WEBKIT_WEB_VIEW(view));
    gtk_widget_destroy(view);
    g_ptr_array_set_size(bench->views, 0);
    bench->seen++;
    if (bench->left > 0) {
        next_session(bench);
        return G_SOURCE_REMOVE;
    }
    bench->count = bench->seen;
    double seconds = (double)(g_get_monotonic_time() - bench->began) / 1e6;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.6f", seconds);
    char *line = g_strdup_printf("{\"count\":%d,\"seconds\":%s}", bench->count, number);
    say(line);
    g_free(line);
    stay(bench);
    return G_SOURCE_REMOVE;
}

static void heard_in_session(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    (void)result;
    // Not in the view's own signal, because the view is destroyed.
    g_idle_add(session_ended, data);
}

static void next_session(Bench *bench) {
    bench->left--;
    WebKitWebContext *context = make_context();
    GtkWidget *view = make_view(bench, G_CALLBACK(heard_in_session), NULL, context);
    g_object_unref(context);
    g_ptr_array_add(bench->views, view);
    load(bench, view);
}

// Reset: everything that the store holds is removed, and the page comes again.

static void cleared(GObject *manager, GAsyncResult *result, gpointer data) {
    webkit_website_data_manager_clear_finish(WEBKIT_WEBSITE_DATA_MANAGER(manager), result, NULL);
    Bench *bench = data;
    load(bench, g_ptr_array_index(bench->views, 0));
}

static void heard_before_reset(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
    (void)content;
    (void)result;
    Bench *bench = data;
    if (bench->seen++ == 0) {
        bench->began = g_get_monotonic_time();
    } else if (bench->seen == bench->count + 1) {
        report(bench);
        return;
    }
    WebKitWebContext *context = webkit_web_view_get_context(g_ptr_array_index(bench->views, 0));
    webkit_website_data_manager_clear(
        webkit_web_context_get_website_data_manager(context), WEBKIT_WEBSITE_DATA_ALL, 0, NULL, cleared, bench);
}

// One line of HTML; the rest of standard input stays unread.
static char *read_line(void) {
    GString *line = g_string_new(NULL);
    int character;
    while ((character = getc(stdin)) != EOF && character != '\n') {
        g_string_append_c(line, (char)character);
    }
    return g_string_free(line, FALSE);
}

int main(int count, char **arguments) {
    if (count < 2) {
        fputs("baseline: no row is given; write baseline ROW [COUNT]\n", stderr);
        return 2;
    }
    // Input is read byte for byte, so that its end is still there to be seen by the main loop.
    setvbuf(stdin, NULL, _IONBF, 0);
    Bench bench = {.row = arguments[1], .count = count > 2 ? atoi(arguments[2]) : 1};
    bench.html = read_line();
    gtk_init(NULL, NULL);
    bench.loop = g_main_loop_new(NULL, FALSE);
    bench.views = g_ptr_array_new_with_free_func(g_object_unref);
    bench.left = bench.count;
    GCallback handler = NULL, replier = NULL;
    if (g_str_equal(bench.row, "start")) {
        handler = G_CALLBACK(heard_first);
    } else if (g_str_equal(bench.row, "messages")) {
        handler = G_CALLBACK(heard);
    } else if (g_str_equal(bench.row, "replies")) {
        replier = G_CALLBACK(asked);
    } else if (g_str_equal(bench.row, "calls") || g_str_equal(bench.row, "big-call")) {
        handler = G_CALLBACK(heard_before_calls);
        if (g_str_equal(bench.row, "big-call")) {
            bench.text = g_strnfill(10 * 1024 * 1024, 'x');
        }
    } else if (g_str_equal(bench.row, "reset")) {
        handler = G_CALLBACK(heard_before_reset);
    } else if (g_str_equal(bench.row, "views")) {
        handler = G_CALLBACK(heard_from_one_of_many);
    } else if (g_str_equal(bench.row, "sessions")) {
        bench.began = g_get_monotonic_time();
        next_session(&bench);
        g_main_loop_run(bench.loop);
        return 0;
    } else {
        fprintf(stderr, "baseline: there is no row %s\n", bench.row);
        return 2;
    }
    int views = g_str_equal(bench.row, "views") ? bench.count : 1;
    WebKitWebContext *context = make_context();
    for (int index = 0; index < views; index++) {
        GtkWidget *view = make_view(&bench, handler, replier, context);
        g_ptr_array_add(bench.views, view);
        load(&bench, view);
    }
    g_object_unref(context);
    g_main_loop_run(bench.loop);
    return 0;
}
