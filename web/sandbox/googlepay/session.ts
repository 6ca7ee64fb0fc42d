// The customer's session with the vendor: one cookie for all of its hosts.
// SPDX-License-Identifier: Apache-2.0

const name = "SANDBOX_SID";

/** Remembers the customer, in the vendor's frames in other pages too. */
export function signIn(address: string): void {
    document.cookie = `${name}=${encodeURIComponent(address)}; Domain=google.com; Path=/; Secure; SameSite=None`;
}

/** The address of the customer who is signed in. */
export function customer(): string | undefined {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
    try {
        return cookie === undefined ? undefined : decodeURIComponent(cookie.slice(name.length + 1));
    } catch {
        return undefined;
    }
}
