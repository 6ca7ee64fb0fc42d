// Patches one realm's postMessage so that each script message carries the token of its document.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when a window object is cleared, before any script of the page.
// All message handlers of a world share one prototype, which any one handler reaches. Everything that the patch needs
// later is captured here, so nothing that the page replaces afterwards has an effect.
(function (internalHandler, token) {
    "use strict";
    const namespace = window.webkit;
    const handler = namespace && namespace.messageHandlers && namespace.messageHandlers[internalHandler];
    if (!handler) return false;
    const prototype = Object.getPrototypeOf(handler);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, "postMessage");
    // The initial empty document's window may be reused for the first real one, and is then patched already.
    if (!descriptor || !descriptor.configurable) return false;
    const post = descriptor.value;
    const apply = Reflect.apply;
    const wellFormed = String.prototype.toWellFormed;
    const where = window.location;
    const getHref = Object.getOwnPropertyDescriptor(where, "href").get;
    const announced = apply(getHref, where, []);

    const replacement = {
        postMessage(body) {
            // Without an argument the engine rejects the call, as it does unpatched.
            if (arguments.length === 0) return apply(post, this, []);
            // The host's reading of a text ends at half a surrogate pair.
            if (typeof body === "string" && wellFormed) body = apply(wellFormed, body, []);
            const href = apply(getHref, where, []);
            if (href !== announced) return apply(post, this, [[token, body, href]]);
            if (typeof body === "string") return apply(post, this, [token + body]);
            return apply(post, this, [[token, body]]);
        },
    }.postMessage;
    Object.defineProperty(prototype, "postMessage", {
        value: replacement,
        enumerable: true,
        configurable: false,
        writable: false,
    });
    return true;
})
