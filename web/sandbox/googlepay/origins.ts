// The parties of a payment, at the origins that the sandbox serves them from.
// SPDX-License-Identifier: Apache-2.0

/** The vendor's script, loading page, payment page and hidden frame. */
export const payOrigin = "https://pay.google.com";
/** The vendor's sign-in. */
export const accountsOrigin = "https://accounts.google.com";
/** The sheet, which stands in a frame of the payment page. */
export const sheetOrigin = "https://payments.google.com";
/** The bank that asks back. */
export const bankOrigin = "https://acs.issuer.example";

/** Where the sheet is. */
export const sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;

/** The address if it lies at this origin exactly, else nothing: a sandbox page is no open redirect. */
export function addressAt(origin: string, text: string | null): URL | undefined {
    try {
        const url = new URL(text ?? "");
        return url.origin === origin ? url : undefined;
    } catch {
        return undefined;
    }
}
