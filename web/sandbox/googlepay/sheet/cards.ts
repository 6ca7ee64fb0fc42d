// The customer's saved cards.
// SPDX-License-Identifier: Apache-2.0

export interface Card {
    readonly testid: string;
    readonly network: string;
    readonly digits: string;
    readonly note: string;
    /** Whether the bank asks the customer back, in a window of its own. */
    readonly asksBack: boolean;
}

export const cards: readonly Card[] = [
    { testid: "card-visa", network: "VISA", digits: "1111", note: "Personal", asksBack: false },
    { testid: "card-mastercard", network: "MASTERCARD", digits: "4444", note: "The bank asks for a code", asksBack: true },
];

export const cardName = (card: Card): string =>
    `${card.network === "VISA" ? "Visa" : "Mastercard"} ••••\u00a0${card.digits}`;
