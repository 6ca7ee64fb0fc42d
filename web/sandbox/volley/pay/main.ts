// The payment page of the sandbox: a bank is chosen, the customer approves there, and the page asks what came of it.
// SPDX-License-Identifier: Apache-2.0

import { button, choice } from "../../common/controls";
import { Child, h, svg } from "../../common/dom";
import { amount, Answer, Bank, banks, merchant } from "../parties";
import { complete, redirect } from "./channel";
import { consent, phone, status } from "./server";

/** Between two questions to the server, in milliseconds. */
const pollInterval = 500;

const icon = (d: string): SVGElement =>
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d }));

const icons = {
    check: "M5 12.5L10 17.5L19.5 7",
    cross: "M7 7L17 17M17 7L7 17",
    clock: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12L15 14",
    lock: "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z",
    phone: "M8 3.5h8v17H8zM11 17.5h2",
    bank: "M4 9.5L12 4.5L20 9.5M5.5 10v7M10 10v7M14 10v7M18.5 10v7M4 19.5h16",
} as const;

const bankOf = (id: string | undefined): Bank | undefined => banks.find((bank) => bank.id === id);

class Payment {
    private chosen: Bank | undefined;
    private ended = false;
    private asking = false;

    constructor(private readonly app: HTMLElement) {}

    async start(): Promise<void> {
        const answer = await status();
        if (answer === undefined) {
            this.show("refused", this.middle("cross", "", h("h1", {}, "There is no payment at this address")));
            return;
        }
        if (!this.take(answer)) {
            this.choose();
        }
        // The page goes on asking whatever it shows: a payment may be approved from elsewhere, or expire.
        setInterval(() => void this.ask(), pollInterval);
    }

    private async ask(): Promise<void> {
        if (this.ended || this.asking) {
            return;
        }
        this.asking = true;
        const answer = await status();
        this.asking = false;
        if (answer !== undefined && !this.ended) {
            this.take(answer);
        }
    }

    /** Shows and tells what came of the request; false while it is open. */
    private take(answer: Answer): boolean {
        const left = document.querySelector<HTMLElement>("[data-testid=\"left\"]");
        if (left !== null) {
            left.textContent = Payment.time(answer.expiresIn);
        }
        const bank = bankOf(answer.bank);
        switch (answer.status) {
            case "active":
                return false;
            case "paid":
                this.ended = true;
                this.paid(bank, answer.paymentId ?? "");
                complete("success", bank?.name, answer.paymentId);
                return true;
            case "declined":
                this.ended = true;
                this.declined(bank);
                complete("declined", bank?.name, undefined);
                return true;
            case "expired":
                this.ended = true;
                this.expired();
                return true;
        }
    }

    private static time(seconds: number): string {
        return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    }

    private show(page: string, ...view: Child[]): void {
        this.app.replaceChildren(
            h(
                "main",
                {},
                h(
                    "header",
                    { class: "merchant" },
                    h("span", { class: "initial", "aria-hidden": "true" }, "HB"),
                    h("span", { class: "merchant-text" }, h("b", {}, merchant), h("span", {}, "Order 20418, one city bike for a day")),
                    h("p", { class: "total" }, amount),
                ),
                ...view,
                h("footer", { class: "foot" }, icon(icons.lock), "Paid from bank to bank with Volley"),
            ),
        );
        document.body.dataset["page"] = page;
    }

    private middle(picture: keyof typeof icons, kind: string, ...view: Child[]): HTMLElement {
        return h("section", { class: "middle" }, h("span", { class: `badge ${kind}` }, icon(icons[picture])), ...view);
    }

    private choose(): void {
        const next: HTMLButtonElement = button(
            { testid: "continue", name: "Continue", class: "primary" },
            () => void this.goToBank(),
            { disabled: true },
        );
        this.show(
            "choose",
            h(
                "section",
                { class: "body" },
                h("h1", {}, "Choose your bank"),
                h(
                    "fieldset",
                    { class: "banks" },
                    h("legend", { class: "sr-only" }, "Bank"),
                    ...banks.map((bank) => {
                        const mark = h("span", { class: "bank-mark", "aria-hidden": "true" }, icon(icons.bank));
                        mark.style.background = bank.colour;
                        return choice(
                            "radio",
                            {
                                testid: `bank-${bank.id}`,
                                name: bank.name,
                                class: "bank",
                                content: [
                                    mark,
                                    h(
                                        "span",
                                        { class: "bank-text" },
                                        h("b", {}, bank.name),
                                        h("span", { class: "note" }, bank.decoupled ? "Approve on your phone" : "Approve on the bank's page"),
                                    ),
                                ],
                            },
                            { name: "bank", value: bank.id },
                            () => {
                                this.chosen = bank;
                                next.toggleAttribute("disabled", false);
                            },
                        );
                    }),
                ),
                next,
                button({ testid: "leave", name: "Leave without paying", class: "plain" }, () => this.leave()),
            ),
        );
    }

    private async goToBank(): Promise<void> {
        const bank = this.chosen;
        if (bank === undefined) {
            return;
        }
        const url = await consent(bank.id);
        if (this.ended) {
            return;
        }
        if (url === undefined) {
            this.choose();
            return;
        }
        this.wait(bank, url);
        if (url !== null) {
            redirect(url);
        }
    }

    private wait(bank: Bank, url: string | null): void {
        const sentence =
            url === null
                ? `Open the ${bank.name} app on your phone and approve ${amount}.`
                : `${bank.name} was opened for you. Approve ${amount} there, and come back.`;
        this.show(
            "waiting",
            h(
                "section",
                { class: "middle" },
                h("span", { class: "spinner", role: "img", "aria-label": "Waiting" }),
                h("h1", { role: "status" }, url === null ? "Look at your phone" : "Waiting for your bank"),
                h("p", {}, sentence),
                h("p", { class: "note" }, "This request ends in ", h("b", { "data-testid": "left" }, "…")),
                url !== null &&
                    button({ testid: "open-again", name: `Open ${bank.name} again`, class: "secondary" }, () => redirect(url)),
            ),
            h(
                "section",
                { class: "phone", "aria-label": "The sandbox's phone" },
                h("p", {}, icon(icons.phone), h("b", {}, "SANDBOX "), "What the customer does at the bank"),
                h(
                    "div",
                    { class: "two" },
                    button({ testid: "phone-decline", name: "Decline", class: "secondary" }, () => void phone("declined")),
                    button({ testid: "phone-approve", name: "Approve", class: "primary" }, () => void phone("approved")),
                ),
            ),
        );
    }

    private paid(bank: Bank | undefined, paymentId: string): void {
        this.show(
            "paid",
            this.middle(
                "check",
                "good",
                h("h1", {}, "Payment approved"),
                h("p", {}, `${amount} to ${merchant}${bank === undefined ? "" : `, from ${bank.name}`}.`),
                h("p", { class: "note", "data-testid": "receipt" }, paymentId),
                h("p", { class: "note" }, "The shop is told by Volley's server."),
            ),
        );
    }

    private declined(bank: Bank | undefined): void {
        this.show(
            "declined",
            this.middle(
                "cross",
                "bad",
                h("h1", { "data-testid": "declined" }, "Payment declined"),
                h("p", {}, `${bank?.name ?? "The bank"} did not approve it. Nothing was paid.`),
            ),
        );
    }

    private expired(): void {
        this.show(
            "expired",
            this.middle(
                "clock",
                "",
                h("h1", { "data-testid": "expired" }, "This request has expired"),
                h("p", {}, "Nothing was paid. Ask the shop for a new one."),
            ),
        );
    }

    private leave(): void {
        this.ended = true;
        this.show("left", this.middle("cross", "", h("h1", {}, "Nothing was paid"), h("p", {}, "You can close this page.")));
        window.close();
    }
}

const app = document.getElementById("app");
if (app !== null) {
    void new Payment(app).start();
}
