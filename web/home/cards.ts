// The cards of the home page: what a customer can do here, in the customer's words.
// SPDX-License-Identifier: Apache-2.0

import { Parameters } from "./host";
import { bank, gift, plane, tap, wallet } from "./art";

export interface Card {
    readonly integration: string;
    readonly title: string;
    readonly text: string;
    readonly vendor: string;
    readonly art: () => SVGElement;
    /** What the integration is opened with in the sandbox; elsewhere the run gives it, or a page of one's own. */
    readonly parameters?: () => Parameters;
    /** What a finished errand is called. */
    readonly done: string;
}

/** An id that nobody has used: each payment of the sandbox is a new one. */
function requestId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    return `request_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export const cards: readonly Card[] = [
    {
        integration: "hubble",
        title: "Buy a gift card",
        text: "Pick a brand and an amount, and take the voucher home.",
        vendor: "Hubble",
        art: gift,
        done: "Bought",
    },
    {
        integration: "googlepay",
        title: "Pay with a saved card",
        text: "A shop’s checkout, with Google Pay’s own window.",
        vendor: "Google Pay",
        art: tap,
        done: "Paid",
    },
    {
        integration: "xcover",
        title: "Cover a trip",
        text: "Choose a plan for the journey. Put it away and come back to it.",
        vendor: "XCover",
        art: plane,
        parameters: () => ({ country: "NZ" }),
        done: "Arranged",
    },
    {
        integration: "volley",
        title: "Pay from your bank",
        text: "Approve a payment at your own bank, from account to account.",
        vendor: "Volley",
        art: bank,
        parameters: () => ({ requestId: requestId() }),
        done: "Paid",
    },
    {
        integration: "ukey",
        title: "Open a wallet",
        text: "Pair a hardware wallet nearby, and confirm on its screen.",
        vendor: "UKey",
        art: wallet,
        done: "Confirmed",
    },
];
