// A merchant's checkout with Google Pay, built as the vendor's guide has it.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../common/controls";
import { h } from "../../common/dom";
import { AuthorizationResult, IntermediateData, PaymentData, PaymentRequestData, price, ReadyRequest, RequestUpdate } from "../payments";
import { mark, picture } from "./art";
import { deliveries, goods, lines, lineTotal, transaction } from "./cart";

interface PaymentsClient {
    isReadyToPay(request: ReadyRequest): Promise<{ readonly result: boolean; readonly paymentMethodPresent?: boolean }>;
    createButton(options: { readonly onClick: () => void }): HTMLElement;
    loadPaymentData(request: PaymentRequestData): Promise<PaymentData>;
}

declare const google:
    | { readonly payments: { readonly api: { readonly PaymentsClient: new (options: object) => PaymentsClient } } }
    | undefined;

const merchantName = "Kōwhai Roasters";
const methods = [
    {
        type: "CARD",
        parameters: {
            allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"],
            allowedCardNetworks: ["MASTERCARD", "VISA"],
        },
        tokenizationSpecification: { type: "PAYMENT_GATEWAY", parameters: { gateway: "example", gatewayMerchantId: "kowhai" } },
    },
] as const;

class Shop {
    /** The way of delivery that the customer chose in the sheet. */
    private delivery = "courier";
    private readonly notice = h("p", { role: "status", class: "notice", hidden: true });
    private readonly place = h("div", { class: "pay-here" });
    private readonly total = h("output", { class: "total", "data-testid": "shop-total" });
    private client: PaymentsClient | undefined;

    constructor(private readonly app: HTMLElement) {}

    async open(): Promise<void> {
        this.showCart();
        if (typeof google === "undefined") {
            this.say("bad", "Google Pay could not be loaded.");
            document.body.dataset["page"] = "not-ready";
            return;
        }
        const isSuspended = new URLSearchParams(location.search).get("merchant") === "suspended";
        this.client = new google.payments.api.PaymentsClient({
            environment: "TEST",
            merchantInfo: { merchantName, merchantId: isSuspended ? "SANDBOX-SUSPENDED" : "SANDBOX-KOWHAI" },
            paymentDataCallbacks: {
                onPaymentDataChanged: (data: IntermediateData) => this.changed(data),
                onPaymentAuthorized: (data: PaymentData) => this.authorized(data),
            },
        });
        await this.offer();
    }

    private async offer(): Promise<void> {
        const { result } = (await this.client?.isReadyToPay({ allowedPaymentMethods: methods })) ?? { result: false };
        if (!result) {
            this.say("bad", "Google Pay is not available in this browser.");
            document.body.dataset["page"] = "not-ready";
            return;
        }
        const element = this.client?.createButton({ onClick: () => void this.pay() });
        if (element !== undefined) {
            this.place.replaceChildren(element);
        }
        document.body.dataset["page"] = "shop";
    }

    private async pay(): Promise<void> {
        this.say("", "");
        document.body.dataset["page"] = "paying";
        const info = transaction(this.delivery);
        try {
            const data = await this.client?.loadPaymentData({
                allowedPaymentMethods: methods,
                ...(info && { transactionInfo: info }),
                callbackIntents: ["SHIPPING_OPTION", "PAYMENT_AUTHORIZATION"],
                shippingOptionParameters: { defaultSelectedOptionId: this.delivery, shippingOptions: deliveries },
            });
            if (data !== undefined) {
                this.thank(data);
            }
        } catch (error) {
            this.failed((error as { readonly statusCode?: string }).statusCode ?? "");
        }
    }

    private failed(statusCode: string): void {
        if (statusCode === "CANCELED") {
            this.say("", "No payment was made. Your cart is as you left it.");
            document.body.dataset["page"] = "canceled";
        } else {
            this.say("bad", `Google Pay cannot be used in this shop at the moment (${statusCode || "no reason given"}).`);
            document.body.dataset["page"] = "failed";
        }
    }

    /** The customer chose another delivery in the sheet: another total. */
    private changed(data: IntermediateData): RequestUpdate {
        const id = data.shippingOptionData?.id ?? this.delivery;
        const info = transaction(id);
        if (info === undefined) {
            return { error: { reason: "SHIPPING_OPTION_INVALID", message: "The shop does not deliver in this way.", intent: "SHIPPING_OPTION" } };
        }
        this.delivery = id;
        this.total.textContent = price(info.totalPrice, info.currencyCode);
        return { newTransactionInfo: info };
    }

    /** Here a merchant's server would charge the token. */
    private authorized(data: PaymentData): AuthorizationResult {
        return data.paymentMethodData.tokenizationData.token === ""
            ? { transactionState: "ERROR", error: { reason: "PAYMENT_DATA_INVALID", message: "The card cannot be charged." } }
            : { transactionState: "SUCCESS" };
    }

    private showCart(): void {
        const info = transaction(this.delivery);
        this.total.textContent = info === undefined ? "" : price(info.totalPrice, info.currencyCode);
        this.app.replaceChildren(
            this.header(),
            h(
                "main",
                { class: "checkout" },
                h(
                    "section",
                    { "aria-label": "Your cart", class: "cart" },
                    h("h1", {}, "Your cart"),
                    h(
                        "ul",
                        { class: "lines" },
                        ...lines.map((line) =>
                            h(
                                "li",
                                {},
                                picture(line),
                                h("span", { class: "line-text" }, h("b", {}, line.name), h("span", {}, `${line.detail} × ${line.count}`)),
                                h("span", { class: "line-price" }, price(lineTotal(line), "NZD")),
                            ),
                        ),
                    ),
                ),
                h(
                    "section",
                    { "aria-label": "Payment", class: "pay-card" },
                    h("h2", {}, "Order summary"),
                    h(
                        "dl",
                        { class: "sums" },
                        h("dt", {}, "Goods"),
                        h("dd", {}, price((goods / 100).toFixed(2), "NZD")),
                        h("dt", {}, "Delivery"),
                        h("dd", {}, "choose when you pay"),
                    ),
                    h("p", { class: "sum" }, h("span", {}, "Total"), this.total),
                    this.place,
                    this.notice,
                    h("p", { class: "note" }, "A window opens for your payment. Prices include GST."),
                ),
            ),
        );
    }

    private thank(data: PaymentData): void {
        this.app.replaceChildren(
            this.header(),
            h(
                "main",
                { class: "thanks" },
                h("span", { class: "tick", "aria-hidden": "true" }, "✓"),
                h("h1", {}, "Thank you, your coffee is on its way"),
                h("p", {}, "Order ", h("b", { "data-testid": "order-number" }, "KR-20417"), ` · ${this.total.textContent ?? ""}`),
                h("p", { class: "note" }, `Paid with ${data.paymentMethodData.description}`),
                button({ testid: "shop-again", name: "Back to the shop", class: "secondary" }, () => {
                    this.showCart();
                    void this.offer();
                }),
            ),
        );
        document.body.dataset["page"] = "paid";
    }

    private header(): HTMLElement {
        return h("header", { class: "shop-header" }, mark(), h("span", { class: "shop-name" }, merchantName), h("span", { class: "secure" }, "Secure checkout"));
    }

    private say(kind: "" | "bad", text: string): void {
        this.notice.textContent = text;
        this.notice.hidden = text === "";
        this.notice.classList.toggle("is-bad", kind === "bad");
    }
}

const app = document.getElementById("app");
if (app !== null) {
    void new Shop(app).open();
}
