// Tells what a page writes to its console and what goes wrong in its scripts, for whoever tests it.
// SPDX-License-Identifier: Apache-2.0
//
// Runs in the page's own world, since no other sees its console, as the body of a function with the argument `channel`. What
// it says goes to a script in a world of the host's own, through an event whose name only the two know, so that the page
// finds no handler that it would not find without a test.

/** The longest text that is told. */
const longest = 4096;
/** What a document may tell in a second. */
const rate = 200;

const text = (value: unknown): string => {
    try {
        if (typeof value === "string") return value;
        if (value instanceof Error) return value.stack ? `${value}\n${value.stack}` : String(value);
        if (typeof value === "object" && value !== null) return JSON.stringify(value) ?? String(value);
        return String(value);
    } catch {
        return Object.prototype.toString.call(value);
    }
};

export function watch(channel: string): void {
    const dispatch = window.dispatchEvent.bind(window);
    const Message = CustomEvent;
    const stringify = JSON.stringify;
    let left = rate;
    let second = 0;
    const tell = (message: Record<string, unknown>): void => {
        const now = Math.floor(performance.now() / 1000);
        if (now !== second) {
            second = now;
            left = rate;
        }
        if (left-- > 0) dispatch(new Message(channel, { detail: stringify(message) }));
    };
    for (const level of ["debug", "log", "info", "warn", "error"] as const) {
        const original = console[level];
        console[level] = (...values: unknown[]): void => {
            tell({ level, text: values.map(text).join(" ").slice(0, longest) });
            original.apply(console, values);
        };
    }
    window.addEventListener("error", (event) => {
        if (!(event instanceof ErrorEvent)) return;
        tell({ error: true, text: event.message.slice(0, longest), url: event.filename, line: event.lineno });
    });
    window.addEventListener("unhandledrejection", (event) => {
        tell({ error: true, text: `Unhandled rejection: ${text(event.reason)}`.slice(0, longest) });
    });
}
