// What a WebDriver's client sees of the native side: `__transom.events(since)`.
// SPDX-License-Identifier: Apache-2.0
//
// Two halves under one name of a channel that no page can guess: `hook` runs in the page's own world, `answer` beside it in a
// world of the host's own, where the handler is.

interface Handlers {
    webkit?: { messageHandlers: Record<string, { postMessage(body: string): Promise<unknown> } | undefined> };
}

export function hook(channel: string): void {
    let count = 0;
    const events = (since: number | string = 0): Promise<unknown> =>
        new Promise((resolve) => {
            count += 1;
            const id = `${channel}-${count}`;
            window.addEventListener(id, (event) => resolve(JSON.parse(String((event as CustomEvent).detail))), { once: true });
            window.dispatchEvent(new CustomEvent(channel, { detail: JSON.stringify({ id, since: Number(since) }) }));
        });
    Object.defineProperty(window, "__transom", { value: Object.freeze({ events }) });
}

export function answer(channel: string): void {
    window.addEventListener(channel, (event) => {
        const detail = String((event as CustomEvent).detail);
        const { id, since } = JSON.parse(detail) as { id: string; since: number };
        void (window as unknown as Handlers).webkit?.messageHandlers[channel]?.postMessage(String(since)).then((text) => {
            window.dispatchEvent(new CustomEvent(id, { detail: text }));
        });
    });
}
