// What the parts of the web-process extension share.
// SPDX-License-Identifier: Apache-2.0
#ifndef TRANSOM_EXTENSION_H
#define TRANSOM_EXTENSION_H

#include <webkit2/webkit-web-extension.h>

// A document that was announced.
typedef struct {
    WebKitScriptWorld *world;
    guint64 frame;
    // Not to be asked anything unless the document is shown: a removed frame's ends the process.
    WebKitFrame *frame_object;
    gboolean is_main;
    gboolean is_stamped;
    // Both are fixed before any script of the page runs: later a page may have replaced `origin`.
    char *token;
    char *origin;
    JSCContext *context;
} Document;

// The document that a native function of its window speaks for.
typedef struct {
    GWeakRef page;
    char *token;
} Speaker;

Speaker *speaker_new(WebKitWebPage *page, const char *token);

void speaker_free(gpointer data);

// Whether this is asked for the first time of a context and a key: the initial empty document's window may be used again for
// the first real one.
gboolean context_is_new_to(JSCContext *context, const char *key);

// The documents of a page, in no order.
GPtrArray *documents_of(WebKitWebPage *page);

// Whether a document is still shown in a frame: a removed frame's window has no top.
gboolean document_is_shown(JSCContext *context);

// Listens to every document from a world of the extension's own, in which no script of a page or of the host runs.
void frames_listen(const char *world_name);

// Takes the Navigation API away from a page: it is switched on for the extension's own world.
void frames_hide_navigation(JSCContext *context);

// Notices in a frame's document when it may be about to lead another frame.
void frames_watch_leads(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context);

// Which frame is about to load a URL: `main`, `led` where a frame may be leading another one, `frame` with the token of the
// document that says so, `element` with the token of the frame's document that shows such a frame or none for the main
// frame's, or `unknown`; floating.
GVariant *frames_which(WebKitWebPage *page, const char *url);

// Has the bodies of requests for these schemes handed to the host, with a mark that names them.
void bodies_begin(const char *own_mark, const char *const *names);

// The same for another scheme, in documents to come.
void bodies_add_scheme(const char *name);

// Begins it in a document whose window object was cleared; the page's own world plays the schemes' media too.
void bodies_watch(WebKitWebPage *page, JSCContext *context, gboolean is_pages_world);

// Has the functions of a window that open windows and dialogs say so.
void windows_announce(WebKitWebPage *page, JSCContext *context, const char *token, gboolean is_main);

// Has a page's functions that ask for a device or a file say so.
void asks_announce(WebKitWebPage *page, JSCContext *context, const char *token);

// Tells the host what a document asks for: `media` or `file`, and the same with `-over` when that is over.
void asks_tell(WebKitWebPage *page, const char *token, const char *kind);

// Gives the next request with a body to a URL these headers: `(sa(ss))`.
void posts_expect(WebKitWebPage *page, GVariant *parameters);

// Gives them to none any more.
void posts_forget(WebKitWebPage *page);

// Runs a script that a message brings and replies with what it came to.
void scripts_run(WebKitWebPage *page, WebKitUserMessage *message, GHashTable *worlds);

// The limits of a page's handlers as the stamp takes them, or nothing.
const char *caps_of(WebKitWebPage *page);

// Takes the limits of a page's handlers.
void caps_set(WebKitWebPage *page, const char *limits);

// A function for a document's stamp that counts what it refuses, and tells the host: the first at once, then once a second.
JSCValue *caps_counter(WebKitWebPage *page, JSCContext *context, const char *token);

#endif
