// Passes on to the host what the script beside it in the page's world says.
// SPDX-License-Identifier: Apache-2.0

interface Handlers {
    webkit?: { messageHandlers: Record<string, { postMessage(body: string): void } | undefined> };
}

export function relay(channel: string): void {
    window.addEventListener(channel, (event) => {
        const detail: unknown = (event as CustomEvent).detail;
        if (typeof detail === "string") {
            (window as unknown as Handlers).webkit?.messageHandlers[channel]?.postMessage(detail);
        }
    });
}
