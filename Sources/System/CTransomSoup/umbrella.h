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
