// The page's half of WKWebViewJavascriptBridge, and of the older WebViewJavascriptBridge that signals with a hidden frame.
// SPDX-License-Identifier: Apache-2.0
//
// The host runs this when the page has asked for it, as the body of a function of one argument that says in which of the two
// dialects the page speaks. Every document's bridge has a number, and what the host wants of one document never reaches
// another: a message or a fetch that names a different number does nothing.

interface Dialect {
    /** The number of this document's bridge. */
    readonly generation: number;
    /** The names of the page's globals: the bridge, and the functions that wait for it. */
    readonly global: string;
    readonly waiting: string;
    /** The member that the host hands its messages to. */
    readonly receive: string;
    /** How a message spells its two ids. */
    readonly callbackID: string;
    readonly responseID: string;
    /** The script message handler that is told of a queue, or else the URL that a hidden frame goes to. */
    readonly queueHandler: string | null;
    readonly queueURL: string | null;
    /** Whether the page's handlers run in a task of their own until the page says otherwise. */
    readonly defers: boolean;
}

declare const TRANSOM_BRIDGE: Dialect;

type Callback = (data: unknown) => void;
type Handler = (data: unknown, callback: Callback) => void;
type Bridge = Record<string, unknown>;

(() => {
    const dialect = TRANSOM_BRIDGE;
    const globals = window as unknown as Record<string, unknown>;
    let generation = dialect.generation;

    const present = globals[dialect.global] as Bridge | undefined;
    if (present) {
        // A document that came back, or that another's injection reached: it gets the number of today.
        const begin = present["_begin"];
        if (typeof begin === "function") {
            begin(generation);
        }
        return;
    }

    const handlers = new Map<string, Handler>();
    const callbacks = new Map<string, Callback>();
    let queue: string[] = [];
    let count = 0;
    let defers = dialect.defers;
    /** What came before the functions that wait for the bridge have run; then nothing waits any more. */
    let early: string[] | undefined = [];

    /** Runs the page's own code; what it throws is the page's matter and stops nothing of ours. */
    const run = (body: () => void): void => {
        try {
            body();
        } catch (error) {
            setTimeout(() => {
                throw error;
            }, 0);
        }
    };

    const frame = dialect.queueURL === null ? undefined : document.createElement("iframe");
    const signal = (): void => {
        if (frame !== undefined) {
            frame.src = dialect.queueURL ?? "";
        } else {
            window.webkit?.messageHandlers?.[dialect.queueHandler ?? ""]?.postMessage(null);
        }
    };
    const send = (message: Record<string, unknown>): void => {
        // Written here, so that a value which JSON cannot hold is its caller's error and not the whole queue's.
        queue.push(JSON.stringify(message));
        signal();
    };

    const answerTo = (message: Record<string, unknown>): Callback => {
        const callbackID = message[dialect.callbackID];
        if (typeof callbackID !== "string") {
            return () => undefined;
        }
        let isAnswered = false;
        return (data) => {
            if (isAnswered) {
                return;
            }
            isAnswered = true;
            send({ handlerName: message["handlerName"], [dialect.responseID]: callbackID, responseData: data });
        };
    };
    const dispatch = (text: string): void => {
        const message = JSON.parse(text) as Record<string, unknown>;
        const responseID = message[dialect.responseID];
        if (typeof responseID === "string") {
            const callback = callbacks.get(responseID);
            callbacks.delete(responseID);
            if (callback !== undefined) {
                run(() => callback(message["responseData"]));
            }
            return;
        }
        const answer = answerTo(message);
        const name = String(message["handlerName"]);
        const handler = handlers.get(name);
        if (handler === undefined) {
            console.warn(`${dialect.global}: the page has no handler of that name`);
            answer({ success: false, code: "unknown_handler", error: `the page has no handler ${JSON.stringify(name)}` });
            return;
        }
        run(() => handler(message["data"], answer));
    };
    const receive = (text: string): void => {
        if (early !== undefined) {
            early.push(text);
        } else if (defers) {
            setTimeout(() => dispatch(text), 0);
        } else {
            dispatch(text);
        }
    };
    const immediate = (): void => {
        defers = false;
    };

    const bridge: Bridge = {
        registerHandler(name: string, handler: Handler): void {
            handlers.set(name, handler);
        },
        callHandler(name: string, data?: unknown, callback?: Callback): void {
            if (arguments.length === 2 && typeof data === "function") {
                callback = data as Callback;
                data = null;
            }
            const message: Record<string, unknown> = { handlerName: name, data };
            if (callback === undefined || callback === null) {
                return send(message);
            }
            count += 1;
            const callbackID = `cb_${count}_${Date.now()}`;
            message[dialect.callbackID] = callbackID;
            callbacks.set(callbackID, callback);
            try {
                send(message);
            } catch (error) {
                callbacks.delete(callbackID);
                throw error;
            }
        },
        disableJavscriptAlertBoxSafetyTimeout: immediate,
        _fetchQueue(wanted?: number): string | null {
            if (wanted !== undefined && wanted !== generation) {
                return null;
            }
            const text = `[${queue.join(",")}]`;
            queue = [];
            return text;
        },
        [dialect.receive](text: string, wanted?: number): boolean {
            if (wanted !== undefined && wanted !== generation) {
                return false;
            }
            receive(text);
            return true;
        },
        _begin(next: number): void {
            generation = next;
        },
    };
    handlers.set("_disableJavascriptAlertBoxSafetyTimeout", immediate);
    globals[dialect.global] = bridge;

    if (frame !== undefined) {
        frame.style.display = "none";
        signal();
        document.documentElement.appendChild(frame);
    }
    setTimeout(() => {
        const waiting = globals[dialect.waiting];
        delete globals[dialect.waiting];
        if (Array.isArray(waiting)) {
            for (const setUp of waiting as unknown[]) {
                if (typeof setUp === "function") {
                    run(() => setUp(bridge));
                }
            }
        }
        const kept = early ?? [];
        early = undefined;
        for (const text of kept) {
            receive(text);
        }
    }, 0);
})();

export {};
