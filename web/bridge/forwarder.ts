// Forwards a page's own window.postMessage envelopes of one source to one script message handler.
// SPDX-License-Identifier: Apache-2.0
//
// Some pages speak to whoever embeds them with window.postMessage({source, type, …}) and know nothing of WebKit. The host
// injects this at document start, in the main frame, as the body of a function of two arguments:
//
//     (function (TRANSOM_FORWARD_SOURCE, TRANSOM_FORWARD_HANDLER) { … })("xcover-journeys", "cgJourneyBridge")
//
// Everything that the listener uses is taken before the page's first script runs, so a page (or a script that it loads)
// cannot change what counts as a message by replacing a prototype's member later.

declare const TRANSOM_FORWARD_SOURCE: string;
declare const TRANSOM_FORWARD_HANDLER: string;

(() => {
    const { apply, getOwnPropertyDescriptor, defineProperty } = Reflect;
    const source = TRANSOM_FORWARD_SOURCE;
    const handler = window.webkit?.messageHandlers?.[TRANSOM_FORWARD_HANDLER];
    if (handler === undefined || window.top !== window) {
        return;
    }

    // Two injections in one document must not forward twice. The page runs later, so it cannot take the mark first.
    const mark = Symbol.for(`transom.forwarder ${source} ${TRANSOM_FORWARD_HANDLER}`);
    if (getOwnPropertyDescriptor(window, mark) !== undefined) {
        return;
    }
    defineProperty(window, mark, { value: true });

    const getter = (name: "data" | "source" | "origin" | "ports"): ((event: MessageEvent) => unknown) => {
        const get = getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get;
        return (event) => (get === undefined ? undefined : apply(get, event, []));
    };
    const dataOf = getter("data");
    const sourceOf = getter("source");
    const originOf = getter("origin");
    const portsOf = getter("ports");
    const post = handler.postMessage;
    const self = window;
    const origin = window.origin;

    const listener = (event: MessageEvent): void => {
        // A frame, a popup or an opener is another window, and an event made by script is not a message at all.
        if (!event.isTrusted || sourceOf(event) !== self || originOf(event) !== origin) {
            return;
        }
        // The host's own envelopes (send.ts) come with a port, so that they are not heard as the page's.
        if ((portsOf(event) as readonly unknown[]).length !== 0) {
            return;
        }
        const data = dataOf(event);
        if (typeof data !== "object" || data === null) {
            return;
        }
        // The envelope's own member, never one that the page put on Object.prototype.
        if (getOwnPropertyDescriptor(data, "source")?.value === source) {
            apply(post, handler, [data]);
        }
    };
    window.addEventListener("message", listener as EventListener, true);
})();

export {};
