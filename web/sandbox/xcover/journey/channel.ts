// Speaks with whoever embeds the journey, in the vendor's envelopes, and hears what is said to it.
// SPDX-License-Identifier: Apache-2.0

const source = "xcover-journeys";

export type Payload = Readonly<Record<string, string | number | boolean>>;

export class Channel {
    /** How often each type was posted here and has not come back yet: the window hears itself. */
    private readonly own = new Map<string, number>();

    /** @param hear called for each envelope that somebody else posted on this window. */
    constructor(hear: (type: string, payload: unknown) => void) {
        window.addEventListener("message", (event: MessageEvent<unknown>) => {
            if (event.source !== window || event.origin !== window.origin) {
                return;
            }
            if (typeof event.data !== "object" || event.data === null) {
                return;
            }
            const { source: from, type, payload } = event.data as Readonly<Record<string, unknown>>;
            if (from !== source || typeof type !== "string") {
                return;
            }
            const echoes = this.own.get(type) ?? 0;
            // What the embedder posts comes with a port; what comes back without one was posted here.
            if (echoes > 0 && event.ports.length === 0) {
                this.own.set(type, echoes - 1);
                return;
            }
            hear(type, payload);
        });
    }

    ready(): void {
        this.post("CG_JOURNEY_READY");
    }

    complete(payload: Payload): void {
        this.post("CG_JOURNEY_COMPLETE", payload);
    }

    hide(): void {
        this.post("CG_JOURNEY_HIDE");
    }

    /** A step of the journey: not in the vendor's published list, as much of a journey's traffic is not. */
    step(step: string): void {
        this.post("CG_JOURNEY_STEP", { step });
    }

    private post(type: string, payload?: Payload): void {
        this.own.set(type, (this.own.get(type) ?? 0) + 1);
        window.postMessage({ source, type, ...(payload === undefined ? {} : { payload }) }, window.origin);
    }
}
