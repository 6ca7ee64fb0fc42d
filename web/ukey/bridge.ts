// The page's side of the callback bridge, in promises.
// SPDX-License-Identifier: Apache-2.0

type Callback = (data: unknown) => void;

/** What the host injects when the page asks for it. */
export interface CallbackBridge {
    registerHandler(name: string, handler: (data: unknown, callback: Callback) => void): void;
    callHandler(name: string, data: unknown, callback?: Callback): void;
}

interface BridgeWindow extends Window {
    WKWebViewJavascriptBridge?: CallbackBridge;
    WKWVJBCallbacks?: ((bridge: CallbackBridge) => void)[];
}

/** Asks the host for the bridge. It never resolves where there is no host. */
export function connectBridge(): Promise<CallbackBridge> {
    const globals = window as BridgeWindow;
    return new Promise((resolve) => {
        if (globals.WKWebViewJavascriptBridge !== undefined) {
            resolve(globals.WKWebViewJavascriptBridge);
        } else if (globals.WKWVJBCallbacks !== undefined) {
            globals.WKWVJBCallbacks.push(resolve);
        } else {
            globals.WKWVJBCallbacks = [resolve];
            window.webkit?.messageHandlers?.["iOS_Native_InjectJavascript"]?.postMessage(null);
        }
    });
}

/** What a native handler answered that it could not do. */
export class NativeError extends Error {
    /** The vendor's core takes its text from here. */
    readonly reason: string;

    constructor(
        readonly code: string,
        reason: string,
    ) {
        super(reason);
        this.reason = reason;
    }
}

/** Calls a native handler; `{success: false}` is an error. */
export function call(bridge: CallbackBridge, name: string, data: unknown = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
        bridge.callHandler(name, data, (answer) => {
            const result = answer as { success?: unknown; code?: unknown; error?: unknown } | null;
            if (typeof result === "object" && result !== null && result.success === false) {
                reject(new NativeError(String(result.code ?? "failed"), String(result.error ?? `${name} failed`)));
            } else {
                resolve(answer);
            }
        });
    });
}
