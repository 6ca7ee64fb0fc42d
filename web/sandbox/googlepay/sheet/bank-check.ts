// Has the card's bank ask the customer back, in a window that the sheet opens.
// SPDX-License-Identifier: Apache-2.0

import { bankOrigin } from "../origins";

export type BankAnswer = "approved" | "declined" | "closed" | "blocked";

/** How often the window is looked at, in milliseconds. */
const watchInterval = 500;

/** Opens the bank's page and resolves with its answer, or with what became of the window instead. */
export function askBank(amount: string, merchant: string): Promise<BankAnswer> {
    const address = new URL("/3ds", bankOrigin);
    address.search = new URLSearchParams({ amount, merchant }).toString();
    const bank = window.open(address.href, "card-check", "width=480,height=560,resizable=yes,scrollbars=yes");
    if (bank === null) {
        return Promise.resolve("blocked");
    }
    return new Promise((resolve) => {
        const done = (answer: BankAnswer): void => {
            clearInterval(watch);
            window.removeEventListener("message", listen);
            resolve(answer);
        };
        const watch = setInterval(() => bank.closed && done("closed"), watchInterval);
        const listen = (event: MessageEvent): void => {
            if (event.source === bank && event.origin === bankOrigin) {
                const answer = (event.data as { readonly bank?: unknown } | null)?.bank;
                if (answer === "approved" || answer === "declined") {
                    done(answer);
                }
            }
        };
        window.addEventListener("message", listen);
    });
}
