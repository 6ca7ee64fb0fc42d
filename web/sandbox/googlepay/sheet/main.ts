// The payment sheet: the customer's cards, what the merchant delivers and costs, and the buttons that decide.
// SPDX-License-Identifier: Apache-2.0

import { button, choice } from "../../common/controls";
import { h } from "../../common/dom";
import { payOrigin } from "../origins";
import { PaymentData, PaymentRequestData, price, TransactionInfo } from "../payments";
import { FromSheet, isToSheet } from "../sheet-messages";
import { askBank } from "./bank-check";
import { Card, cardName, cards } from "./cards";

const tell = (message: FromSheet): void => window.parent.postMessage(message, payOrigin);

class Sheet {
    private card: Card | undefined = cards[0];
    private transaction: TransactionInfo;
    private readonly total = h("output", { class: "total", "data-testid": "total" });
    private readonly items = h("dl", { class: "items" });
    private readonly alert = h("p", { role: "alert", class: "alert", hidden: true });
    private readonly payButton: HTMLButtonElement;
    private readonly merchant: string;

    constructor(
        private readonly app: HTMLElement,
        private readonly request: PaymentRequestData,
        private readonly email: string,
    ) {
        this.transaction = request.transactionInfo ?? { currencyCode: "NZD", totalPriceStatus: "FINAL", totalPrice: "0" };
        this.merchant = (request.merchantInfo?.merchantName ?? "A shop").slice(0, 40);
        this.payButton = button({ testid: "pay", name: "Pay", class: "primary" }, () => void this.pay());
    }

    show(): void {
        this.app.replaceChildren(
            h(
                "main",
                {},
                h(
                    "header",
                    {},
                    h("p", { class: "quiet" }, "Pay to"),
                    h("h1", {}, this.merchant),
                    h("p", { class: "account" }, this.email),
                ),
                this.alert,
                h("fieldset", {}, h("legend", {}, "Card"), ...cards.map((card) => this.cardChoice(card))),
                this.delivery(),
                this.items,
                h(
                    "div",
                    { class: "pay-bar" },
                    h("p", { class: "sum" }, h("span", {}, "Total"), this.total),
                    this.payButton,
                ),
                h(
                    "footer",
                    { class: "ways-out" },
                    button({ testid: "cancel", name: "Cancel", class: "plain" }, () => tell({ sheet: "cancel" })),
                    button({ testid: "leave", name: "Close the window without an answer", class: "plain" }, () =>
                        tell({ sheet: "leave" }),
                    ),
                ),
            ),
        );
        this.showPrices();
        document.body.dataset["page"] = "sheet";
    }

    /** The merchant answered a change with another price, or with what is wrong. */
    update(transaction: TransactionInfo | undefined, problem: string | undefined): void {
        this.transaction = transaction ?? this.transaction;
        this.showPrices();
        this.warn(problem ?? "");
        this.setBusy(false);
    }

    declined(problem: string): void {
        this.warn(problem);
        this.setBusy(false);
    }

    private cardChoice(card: Card): HTMLElement {
        const content = [
            h("span", { class: `network ${card.network.toLowerCase()}`, "aria-hidden": "true" }),
            h("span", { class: "choice-text" }, h("b", {}, cardName(card)), h("span", {}, card.note)),
        ];
        return choice(
            "radio",
            { testid: card.testid, name: `${cardName(card)}, ${card.note}`, content },
            { name: "card", checked: card === this.card },
            () => {
                this.card = card;
            },
        );
    }

    private delivery(): HTMLElement | null {
        const options = this.request.shippingOptionParameters?.shippingOptions ?? [];
        if (options.length === 0) {
            return null;
        }
        const chosen = this.request.shippingOptionParameters?.defaultSelectedOptionId ?? options[0]?.id;
        return h(
            "fieldset",
            {},
            h("legend", {}, "Delivery"),
            ...options.map((option) =>
                choice(
                    "radio",
                    {
                        testid: `delivery-${option.id}`,
                        name: `${option.label}, ${option.description}`,
                        content: [
                            h("span", { class: "choice-text" }, h("b", {}, option.label), h("span", {}, option.description)),
                        ],
                    },
                    { name: "delivery", checked: option.id === chosen },
                    () => {
                        this.setBusy(true);
                        tell({ sheet: "option", id: option.id });
                    },
                ),
            ),
        );
    }

    private showPrices(): void {
        const { currencyCode, totalPrice, displayItems } = this.transaction;
        this.items.replaceChildren(
            ...(displayItems ?? []).flatMap((item) => [
                h("dt", {}, item.label),
                h("dd", {}, price(item.price, currencyCode)),
            ]),
        );
        this.total.textContent = price(totalPrice, currencyCode);
    }

    private async pay(): Promise<void> {
        const card = this.card;
        if (card === undefined) {
            return;
        }
        this.warn("");
        this.setBusy(true);
        if (card.asksBack) {
            const answer = await askBank(this.transaction.totalPrice, this.merchant);
            if (answer !== "approved") {
                const reasons = {
                    declined: "The bank declined the payment.",
                    closed: "The bank's window was closed.",
                    blocked: "The bank's window could not be opened.",
                };
                this.warn(`${reasons[answer]} Choose another card or try again.`);
                this.setBusy(false);
                return;
            }
        }
        tell({ sheet: "authorize", data: this.paymentData(card) });
    }

    private paymentData(card: Card): PaymentData {
        return {
            apiVersion: 2,
            apiVersionMinor: 0,
            email: this.email,
            paymentMethodData: {
                type: "CARD",
                description: cardName(card),
                info: { cardNetwork: card.network, cardDetails: card.digits },
                tokenizationData: { type: "PAYMENT_GATEWAY", token: JSON.stringify({ id: "sandbox-payment-token" }) },
            },
        };
    }

    private warn(text: string): void {
        this.alert.textContent = text;
        this.alert.hidden = text === "";
    }

    private setBusy(busy: boolean): void {
        this.payButton.toggleAttribute("disabled", busy);
        this.payButton.textContent = busy ? "One moment…" : "Pay";
    }
}

const app = document.getElementById("app");
if (app !== null && window.parent !== window) {
    let sheet: Sheet | undefined;
    window.addEventListener("message", (event) => {
        if (event.source !== window.parent || event.origin !== payOrigin || !isToSheet(event.data)) {
            return;
        }
        const message = event.data;
        if (message.page === "show" && sheet === undefined) {
            sheet = new Sheet(app, message.request, message.email);
            sheet.show();
        } else if (message.page === "update") {
            sheet?.update(message.update.newTransactionInfo, message.update.error?.message);
        } else if (message.page === "declined") {
            sheet?.declined(message.error.message);
        }
    });
    tell({ sheet: "ready" });
}
