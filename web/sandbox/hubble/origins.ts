// The other two parties of a payment, at the origins that the sandbox serves them from.
// SPDX-License-Identifier: Apache-2.0

export const gatewayOrigin = "https://api.razorpay.com";
export const bankOrigin = "https://acs.bank.example";

/** The store's origins: what the gateway may send a result back to. */
export const storeOrigins: readonly string[] = ["https://vouchers.myhubble.money", "https://sdk.myhubble.money"];

/** The address if it lies at one of these origins exactly, else nothing: a sandbox page is no open redirect. */
export function addressAt(origins: readonly string[], text: string | null): URL | undefined {
    if (text === null) {
        return undefined;
    }
    try {
        const url = new URL(text);
        return origins.includes(url.origin) ? url : undefined;
    } catch {
        return undefined;
    }
}
