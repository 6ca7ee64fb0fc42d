// Tells the host what happens, in the vendor's own messages: `action` and `analytics`.
// SPDX-License-Identifier: Apache-2.0

export type Properties = Readonly<Record<string, string | number | boolean>>;

/** Which of the vendor's channels the `wrap-plt` parameter selects. */
export type Platform = "ios" | "web";

export class Channel {
    constructor(private readonly platform: Platform) {}

    action(action: "app_ready" | "close"): void {
        this.post({ type: "action", action });
    }

    error(message: string): void {
        this.post({ type: "action", action: "error", message });
    }

    launchLink(link: string): void {
        this.post({ type: "action", action: "launch_link", properties: { link } });
    }

    analytics(event: string, properties: Properties): void {
        this.post({ type: "analytics", event, properties });
    }

    /** On iOS the body is JSON text to the handler `bridge`; in a partner's iframe it is the object itself. */
    private post(envelope: object): void {
        if (this.platform === "ios") {
            window.webkit?.messageHandlers?.["bridge"]?.postMessage(JSON.stringify(envelope));
        } else if (window.parent !== window) {
            window.parent.postMessage(envelope, "*");
        }
    }
}
