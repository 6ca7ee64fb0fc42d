// Headers of the C library that this module wraps, and what Swift cannot import from it.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libsoup/soup.h>

// A SoupServer runs its handlers on the thread that it listens on, which for us is the main thread. Marked so, the
// handler is checked by the Swift compiler and needs no conversion of its pointers.
typedef void (__attribute__((swift_attr("@MainActor"))) *TransomSoupHandler)(SoupServer *server, SoupServerMessage *message,
                                                                            const char *path, GHashTable *query, void *data);

// soup_server_add_handler with a typed handler.
__attribute__((swift_attr("@MainActor"))) static inline void
transom_soup_server_add_handler(SoupServer *server, TransomSoupHandler handler, void *data, GDestroyNotify destroy) {
    soup_server_add_handler(server, NULL, (SoupServerCallback)handler, data, destroy);
}

// soup_server_add_early_handler with a typed handler.
__attribute__((swift_attr("@MainActor"))) static inline void
transom_soup_server_add_early_handler(SoupServer *server, TransomSoupHandler handler, void *data, GDestroyNotify destroy) {
    soup_server_add_early_handler(server, NULL, (SoupServerCallback)handler, data, destroy);
}

// soup_server_new takes variadic properties, which Swift cannot pass. Paths stay raw: libsoup would decode them, and what
// is decoded twice is another path.
static inline SoupServer *transom_soup_server_new(void) {
    return soup_server_new("server-header", "transom-sandbox", "raw-paths", TRUE, NULL);
}

// The handler of a SoupServer's signals about one message.
typedef void (__attribute__((swift_attr("@MainActor"))) *TransomSoupMessageHandler)(SoupServer *server,
                                                                                   SoupServerMessage *message, void *data);

// Connects to "request-finished" or "request-aborted". g_signal_connect_data takes an untyped GCallback.
__attribute__((swift_attr("@MainActor"))) static inline gulong
transom_soup_server_connect_message(SoupServer *server, const char *signal, TransomSoupMessageHandler handler, void *data,
                                    GClosureNotify destroy) {
    return g_signal_connect_data(server, signal, G_CALLBACK(handler), data, destroy, 0);
}

// The handler of a SoupServerMessage's "wrote-chunk".
typedef void (__attribute__((swift_attr("@MainActor"))) *TransomSoupChunkHandler)(SoupServerMessage *message, void *data);

// Connects to "wrote-chunk", for the same reason.
__attribute__((swift_attr("@MainActor"))) static inline gulong
transom_soup_server_message_connect_wrote_chunk(SoupServerMessage *message, TransomSoupChunkHandler handler, void *data,
                                                GClosureNotify destroy) {
    return g_signal_connect_data(message, "wrote-chunk", G_CALLBACK(handler), data, destroy, 0);
}

// The handler of a SoupMessage's "accept-certificate".
typedef gboolean (__attribute__((swift_attr("@MainActor"))) *TransomSoupCertificateHandler)(
    SoupMessage *message, GTlsCertificate *certificate, GTlsCertificateFlags problems, void *data);

// Connects to "accept-certificate", for the same reason.
__attribute__((swift_attr("@MainActor"))) static inline gulong
transom_soup_message_connect_accept_certificate(SoupMessage *message, TransomSoupCertificateHandler handler, void *data,
                                                GClosureNotify destroy) {
    return g_signal_connect_data(message, "accept-certificate", G_CALLBACK(handler), data, destroy, 0);
}

// A client session without a limit that a page could notice; the two properties can be set at construction only, and
// soup_session_new_with_options is variadic.
static inline SoupSession *transom_soup_session_new(int connections) {
    return soup_session_new_with_options("max-conns", connections, "max-conns-per-host", connections, NULL);
}

// g_tls_server_connection_new gives each connection the system's certificate authorities, which a server that asks for no
// client certificate never looks at: 14 ms and 3.6 MiB a connection. Without a database it is 0.03 ms; the property can
// be left out at construction only, and g_initable_new is variadic.
static inline GIOStream *transom_tls_server_connection_new(GIOStream *stream, GTlsCertificate *certificate, GError **error) {
    return g_initable_new(g_tls_backend_get_server_connection_type(g_tls_backend_get_default()), NULL, error,
                          "base-io-stream", stream, "certificate", certificate, "database", NULL,
                          "require-close-notify", FALSE, NULL);
}

// Keeps the object that libsoup makes for an accepted stream: the first argument of the signal that it emits at once.
static inline gboolean transom_soup_note_connection(GSignalInvocationHint *hint, guint count, const GValue *values,
                                                    gpointer data) {
    (void)hint;
    if (count > 0) g_weak_ref_set((GWeakRef *)data, g_value_get_object(values));
    return TRUE;
}

// soup_server_accept_iostream, which tells nobody about the connection that it makes. The weak reference stays empty where
// libsoup has no such type or signal, and for the first connection of the process, before which there is no type.
static inline void transom_soup_server_accept(SoupServer *server, GIOStream *stream, GSocketAddress *local,
                                              GSocketAddress *remote, GWeakRef *connection) {
    GType type = g_type_from_name("SoupServerConnection");
    guint signal = type ? g_signal_lookup("request-started", type) : 0;
    gulong hook = signal ? g_signal_add_emission_hook(signal, 0, transom_soup_note_connection, connection, NULL) : 0;
    soup_server_accept_iostream(server, stream, local, remote, NULL);
    if (hook) g_signal_remove_emission_hook(signal, hook);
}

// Makes a server forget a connection whose end it saw and did nothing about. libsoup 3.2 does so when a client closes a
// connection between two requests: without this, each one keeps its descriptor.
__attribute__((swift_attr("@MainActor"))) static inline void transom_soup_drop_connection(GWeakRef *connection) {
    GObject *object = (GObject *)g_weak_ref_get(connection);
    if (!object) return;
    if (g_signal_lookup("disconnected", G_OBJECT_TYPE(object))) g_signal_emit_by_name(object, "disconnected");
    g_object_unref(object);
}
