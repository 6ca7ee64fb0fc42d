// The merchant's side of a payment window: opens it, starts it, answers its questions and takes its result.
// SPDX-License-Identifier: Apache-2.0

import { Activity, activity, send } from "./activities";
import { payOrigin } from "./origins";
import { cover } from "./veil";

export interface Outcome {
    readonly code: string;
    readonly data: unknown;
}

/** The merchant's answers, by the type of the question. */
export type Questions = Readonly<Record<string, (data: unknown) => unknown>>;

/** How often the window is looked at, and how long a result may come after it is closed, in milliseconds. */
const watchInterval = 500;
const closedGrace = 3000;
/** How soon after a sign of the window's going it is looked at once more, in milliseconds. */
const checkDelay = 200;
/** How long the merchant has for an answer, in milliseconds. */
const answerLimit = 30_000;

/** The type of the answer to a question. */
const answers: Readonly<Record<string, string>> = {
    partialPaymentDataCallback: "paymentDataCallbackResponse",
    fullPaymentDataCallback: "paymentAuthorizationResponse",
};

/** 600×600 in the middle of the screen, and never more than nine tenths of it. */
function features(): string {
    const width = Math.min(600, Math.floor(screen.availWidth * 0.9) || 600);
    const height = Math.min(600, Math.floor(screen.availHeight * 0.9) || 600);
    const left = Math.max(0, Math.floor((screen.width - width) / 2));
    const top = Math.max(0, Math.floor((screen.height - height) / 2));
    return `height=${height},width=${width},resizable=yes,scrollbars=yes,left=${left},top=${top}`;
}

/** The merchant's answer, or the vendor's word for one that did not come in time. */
async function answer(question: (data: unknown) => unknown, data: unknown): Promise<unknown> {
    const late = new Promise((resolve) =>
        setTimeout(() => resolve({ error: { reason: "OTHER_ERROR", message: "REQUEST_TIMEOUT" } }), answerLimit),
    );
    return Promise.race([Promise.resolve(question(data)), late]);
}

/** Opens the window and resolves with what became of it; there is no second way where no window can be opened. */
export function openActivity(address: string, request: unknown, questions: Questions): Promise<Outcome> {
    const popup = window.open("about:blank", "gp-js-popup", features());
    if (popup === null) {
        return Promise.resolve({ code: "failed", data: { statusCode: "CANCELED", statusMessage: "failed to open window" } });
    }
    popup.location.href = address;
    const uncover = cover(popup);
    return new Promise((resolve) => {
        let isConnected = false;
        let isDone = false;
        const done = (outcome: Outcome): void => {
            if (!isDone) {
                isDone = true;
                clearInterval(watch);
                window.removeEventListener("message", listen);
                uncover();
                resolve(outcome);
            }
        };
        const look = (): void => {
            if (popup.closed) {
                clearInterval(watch);
                setTimeout(() => done({ code: "canceled", data: null }), closedGrace);
            }
        };
        const watch = setInterval(look, watchInterval);
        const ask = (payload: Activity["payload"]): void => {
            const type = String(payload["type"]);
            const question = questions[type];
            if (question !== undefined) {
                void answer(question, payload["data"]).then((data) =>
                    send(popup, payOrigin, "msg", { type: answers[type], data }),
                );
            }
        };
        const listen = (event: MessageEvent): void => {
            const message = activity(event.data);
            if (message === undefined || event.source !== popup || event.origin !== payOrigin) {
                return;
            }
            if (message.cmd === "connect") {
                isConnected = true;
                send(popup, payOrigin, "start", request);
            } else if (message.cmd === "check") {
                setTimeout(look, checkDelay);
            } else if (isConnected && message.cmd === "msg") {
                ask(message.payload);
            } else if (isConnected && message.cmd === "result") {
                send(popup, payOrigin, "close");
                done({ code: String(message.payload["code"]), data: message.payload["data"] });
                popup.close();
            }
        };
        window.addEventListener("message", listen);
    });
}
