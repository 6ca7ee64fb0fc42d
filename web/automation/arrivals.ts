// Counts the input that has arrived, so that the host knows when the page has taken what it was sent.
// SPDX-License-Identifier: Apache-2.0
//
// The engine hands input to a page one after another and waits for each, while a script goes to the page at once: without
// counting, a script would overtake the click that came before it.

export type Kind = "mouseup" | "keyup";

interface Arrivals {
    /** Tells one document from the next. */
    readonly document: string;
    readonly counts: Record<Kind, number>;
    readonly heard: WeakSet<Window>;
    waiting: (() => void)[];
}

/** Kept by the world of the driver, which no page reaches. */
const store = window as unknown as { transomArrivals?: Arrivals };

function arrivals(): Arrivals {
    store.transomArrivals ??= {
        document: String(Math.random()),
        counts: { mouseup: 0, keyup: 0 },
        heard: new WeakSet(),
        waiting: [],
    };
    return store.transomArrivals;
}

function* windows(root: Window): Generator<Window> {
    yield root;
    for (const frame of root.document.querySelectorAll("iframe")) {
        // Null for a frame of another origin.
        if (frame.contentDocument && frame.contentWindow) {
            yield* windows(frame.contentWindow);
        }
    }
}

/** Begins to count in every window that can be reached, and says how many have arrived until now. */
export function listen(kind: Kind): { document: string; seen: number } {
    const state = arrivals();
    for (const each of windows(window)) {
        if (state.heard.has(each)) {
            continue;
        }
        state.heard.add(each);
        for (const one of ["mouseup", "keyup"] as const) {
            const listener = (event: Event): void => {
                if (event.isTrusted) {
                    state.counts[one] += 1;
                    for (const wake of state.waiting.splice(0)) {
                        wake();
                    }
                }
            };
            each.addEventListener(one, listener, { capture: true, passive: true });
        }
    }
    return { document: state.document, seen: state.counts[kind] };
}

/** Waits until so many have arrived, or the document is another one, or the time is over. */
export async function arrived(kind: Kind, document: string, count: number, timeout: number): Promise<void> {
    const state = arrivals();
    const end = performance.now() + timeout;
    while (state.document === document && state.counts[kind] < count && performance.now() < end) {
        await new Promise<void>((resolve) => {
            state.waiting.push(resolve);
            setTimeout(resolve, Math.max(0, end - performance.now()));
        });
    }
    // What the input has led to is a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 0));
}
