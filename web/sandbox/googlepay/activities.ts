// The messages between the merchant's page and the payment window, as the vendor's open sources have them.
// SPDX-License-Identifier: Apache-2.0

export const sentinel = "__ACTIVITIES__";

export type Command = "connect" | "start" | "msg" | "result" | "close" | "check";

export interface Activity {
    readonly cmd: string;
    readonly payload: Readonly<Record<string, unknown>>;
}

/** The activity in a message, nothing where it holds none. */
export function activity(data: unknown): Activity | undefined {
    if (typeof data !== "object" || data === null) {
        return undefined;
    }
    const { sentinel: mark, cmd, payload } = data as Record<string, unknown>;
    if (mark !== sentinel || typeof cmd !== "string") {
        return undefined;
    }
    return { cmd, payload: typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : {} };
}

/** Sends an activity; only the first message of a window goes to whatever origin its opener has. */
export function send(target: Window, origin: string, cmd: Command, payload: unknown = null): void {
    target.postMessage({ sentinel, cmd, payload }, origin);
}
