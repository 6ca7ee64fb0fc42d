// Which browsers and merchants the vendor's script has a button for: its published tests, as data.
// SPDX-License-Identifier: Apache-2.0

import { ReadyRequest } from "./payments";

/** A browser must call itself one of these. */
export const browserMarks: readonly string[] = ["Chrome", "Firefox", "Safari"];

/** A browser with all marks of one of these groups is refused: apps that show pages within themselves. */
export const refusedMarks: readonly (readonly string[])[] = [
    ["GSA/", "Safari"],
    ["OPA/", "AppleWebKit"],
    ["FxiOS"],
    ["Instagram"],
    ["FB_IAB"],
    ["AndroidMapsWebView"],
];

/** Whether a browser gets a button. */
export function browserIsReady(userAgent: string): boolean {
    return (
        browserMarks.some((mark) => userAgent.includes(mark)) &&
        !refusedMarks.some((group) => group.every((mark) => userAgent.includes(mark)))
    );
}

/** Whether a request allows a card that is not tokenised: tokenised cards are in phones, and a window has none. */
export function requestIsReady(request: ReadyRequest): boolean {
    return (request.allowedPaymentMethods ?? []).some(
        (method) =>
            method.type === "CARD" &&
            (method.parameters?.allowedAuthMethods ?? ["PAN_ONLY"]).some((auth) => auth !== "CRYPTOGRAM_3DS"),
    );
}
