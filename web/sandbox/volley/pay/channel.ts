// Tells the host what happens, in the vendor's own two messages.
// SPDX-License-Identifier: Apache-2.0

const post = (message: Readonly<Record<string, string>>): void => {
    window.webkit?.messageHandlers?.["volleyWebview"]?.postMessage(message);
};

/** The customer has to go to the bank. Without a host the page goes there itself. */
export function redirect(url: string): void {
    if (window.webkit?.messageHandlers?.["volleyWebview"] === undefined) {
        window.open(url, "_blank", "noopener");
        return;
    }
    post({ type: "redirect", url });
}

/** The payment is over, one way or the other. */
export function complete(status: string, bank: string | undefined, paymentId: string | undefined): void {
    post({
        type: "complete",
        status,
        ...(bank === undefined ? {} : { bank }),
        ...(paymentId === undefined ? {} : { paymentId }),
    });
}
