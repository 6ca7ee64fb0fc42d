// Tells the host what became of a Google Pay payment, from the messages that the payment window sends its opener.
// SPDX-License-Identifier: Apache-2.0
//
// The host injects this at document start into a world of its own, out of the page's reach, as the body of a function:
//
//     (function (TRANSOM_RESULT_HANDLER) { … })("googlepay")
//
// The window and the merchant's page speak in objects with a sentinel. Of these only the code of a result is read; the
// payment data beside it never leave the page. A message counts when a window that this document opened sent it and the
// engine says that it comes from the vendor's origin. A window that is closed after it has connected and gives no result
// is a cancelled payment, as it is for the vendor's own script.

declare const TRANSOM_RESULT_HANDLER: string;

interface Connection {
    readonly since: number;
    /** Watches for the window being closed, while an answer is awaited. */
    watch?: ReturnType<typeof setInterval>;
}

(() => {
    const sentinel = "__ACTIVITIES__";
    const vendor = "https://pay.google.com";
    /** How often the window is looked at, in milliseconds. */
    const interval = 500;
    /** How long a result may still come after the window is closed, in milliseconds. */
    const grace = 3000;
    /** More windows than this are not followed at one time. */
    const maximum = 8;

    const handler = window.webkit?.messageHandlers?.[TRANSOM_RESULT_HANDLER];
    if (handler === undefined) {
        return;
    }
    const connections = new Map<Window, Connection>();

    const finish = (popup: Window, code: unknown): void => {
        const connection = connections.get(popup);
        if (connection === undefined) {
            return;
        }
        clearInterval(connection.watch);
        connections.delete(popup);
        const seconds = Math.max(0, (performance.now() - connection.since) / 1000);
        handler.postMessage({ code: typeof code === "string" ? code.slice(0, 64) : null, seconds });
    };

    const connect = (popup: Window): void => {
        if (connections.has(popup) || connections.size >= maximum) {
            return;
        }
        const connection: Connection = { since: performance.now() };
        connection.watch = setInterval(() => {
            if (popup.closed) {
                clearInterval(connection.watch);
                setTimeout(() => connections.get(popup) === connection && finish(popup, "canceled"), grace);
            }
        }, interval);
        connections.set(popup, connection);
    };

    /** The window behind a message, if this document opened it: a frame is none, nor is anybody else's window. */
    const openedHere = (source: MessageEventSource | null): Window | undefined => {
        const popup = source as Window | null;
        return popup !== null && "opener" in popup && popup.top === popup && popup.opener === window ? popup : undefined;
    };

    window.addEventListener(
        "message",
        (event) => {
            if (!event.isTrusted || event.origin !== vendor) {
                return;
            }
            const data: unknown = event.data;
            if (typeof data !== "object" || data === null) {
                return;
            }
            const { sentinel: mark, cmd, payload } = data as Record<string, unknown>;
            if (mark !== sentinel || (cmd !== "connect" && cmd !== "result")) {
                return;
            }
            // A window that was closed has no opener any more; its last result is told by its connection.
            const popup = connections.has(event.source as Window) ? (event.source as Window) : openedHere(event.source);
            if (popup === undefined) {
                return;
            }
            if (cmd === "connect") {
                connect(popup);
            } else {
                const result = typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : {};
                finish(popup, result["code"]);
            }
        },
        true,
    );
})();

export {};
