// Patches one realm's postMessage so that each script message carries the token of its document.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when a window object is cleared, before any script of the page; in a
// document that was there before its world had a handler, later: what its page has replaced by then can learn the token of
// that document, which speaks for nobody else, and say another URL of it.
// All message handlers of a world share one prototype, which any one handler reaches. Everything that the patch needs
// later is captured here, so nothing that the page replaces afterwards has an effect.
//
// Where the host gives limits, each handler has them: what is beyond them is counted and not sent. A body is copied while
// it is measured, so that what is sent is what was measured, whatever getters and proxies the page has put into it. The
// lengths are never more than those that the host finds: it checks again.
(function (internalHandler, token, limits, refused) {
    "use strict";
    const namespace = window.webkit;
    const handlers = namespace && namespace.messageHandlers;
    const handler = handlers && handlers[internalHandler];
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
    const { isArray } = Array;
    const { keys, prototype: plain } = Object;
    const { getPrototypeOf, setPrototypeOf } = Reflect;
    const toText = plain.toString;
    const clock = window.performance;
    const { now } = clock;
    const nothing = Promise.resolve();

    // One channel for each handler that has limits, and one for what is called with a handler of another window.
    const channels = new Map();
    const getChannel = channels.get;
    let strictest = null;
    for (const [name, [length, depth, count, rate, burst]] of limits ? JSON.parse(limits) : []) {
        const channel = { name, length, depth, count, interval: 1000 / rate, burst: (1000 / rate) * burst, full: 0 };
        if (handlers[name]) channels.set(handlers[name], channel);
        if (!strictest || channel.length < strictest.length) strictest = channel;
    }

    let left = 0;
    let deepest = 0;
    let most = 0;
    let reason = "";
    const tooMuch = {};
    const refuse = (why) => {
        reason = why;
        throw tooMuch;
    };
    const copy = (value, depth) => {
        switch (typeof value) {
        case "string":
            left -= value.length + (depth ? 2 : 0);
            break;
        case "number":
            left -= 1;
            break;
        case "boolean":
            left -= 4;
            break;
        case "object": {
            if (value === null) break;
            if (depth >= deepest) refuse("depth");
            if (isArray(value)) {
                const { length } = value;
                left -= 1 + (length > 1 ? length : 1);
                if (!(left >= 0)) refuse("size");
                // Without a prototype no setter of the page's sees what is put into it.
                const copied = [];
                setPrototypeOf(copied, null);
                for (let index = 0; index < length; index++) copied[index] = copy(value[index], depth + 1);
                return copied;
            }
            if (getPrototypeOf(value) !== plain && apply(toText, value, []) !== "[object Object]") refuse("kind");
            const names = keys(value);
            const { length } = names;
            if (length > most) refuse("keys");
            left -= 1 + (length > 1 ? length : 1);
            const copied = { __proto__: null };
            for (let index = 0; index < length; index++) {
                const name = names[index];
                left -= name.length + 3;
                if (!(left >= 0)) refuse("size");
                copied[name] = copy(value[name], depth + 1);
            }
            return copied;
        }
        // What else there is cannot be sent or is nothing; the engine says so.
        }
        if (left < 0) refuse("size");
        return value;
    };
    // Whether a message may be sent now; the same as the host's, by the page's clock.
    const isInRate = (channel) => {
        const time = apply(now, clock, []);
        const base = channel.full > time ? channel.full : time;
        if (base + channel.interval - time > channel.burst) return false;
        channel.full = base + channel.interval;
        return true;
    };

    const replacement = {
        postMessage(body) {
            // Without an argument the engine rejects the call, as it does unpatched.
            if (arguments.length === 0) return apply(post, this, []);
            const channel = strictest && (apply(getChannel, channels, [this]) || strictest);
            if (channel) {
                if (!isInRate(channel)) {
                    refused(channel.name, "rate");
                    return nothing;
                }
                // A getter in the body may post as well.
                const outer = [left, deepest, most];
                left = channel.length;
                deepest = channel.depth;
                most = channel.count;
                try {
                    body = copy(body, 0);
                } catch (error) {
                    // What a getter of the page's throws is the page's own.
                    if (error !== tooMuch) throw error;
                    refused(channel.name, reason);
                    return nothing;
                } finally {
                    left = outer[0];
                    deepest = outer[1];
                    most = outer[2];
                }
            }
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
