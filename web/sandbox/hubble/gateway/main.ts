// The payment gateway of the sandbox: takes an order, lets it be paid or failed, and sends the result back to the store.
// SPDX-License-Identifier: Apache-2.0

import { button, field, link } from "../../common/controls";
import { h } from "../../common/dom";
import { rupees } from "../money";
import { addressAt, bankOrigin, storeOrigins } from "../origins";

interface Order {
    readonly id: string;
    /** Rupees. */
    readonly amount: number;
    readonly name: string;
    readonly description: string;
    readonly method: "upi" | "card";
    readonly callback: URL;
}

/** The order that the address tells, `undefined` where a part is missing or the store is not ours. */
function readOrder(query: URLSearchParams): Order | undefined {
    const callback = addressAt(storeOrigins, query.get("callback_url"));
    const id = query.get("order_id") ?? "";
    const paise = query.get("amount") ?? "";
    if (callback === undefined || !/^order_[A-Za-z0-9]{1,32}$/.test(id) || !/^[1-9][0-9]{0,9}$/.test(paise)) {
        return undefined;
    }
    return {
        id,
        amount: Number(paise) / 100,
        name: (query.get("name") ?? "").slice(0, 40),
        description: (query.get("description") ?? "").slice(0, 80),
        method: query.get("method") === "card" ? "card" : "upi",
        callback,
    };
}

/** Posts the result to the store, as a navigation of the whole page. */
function answer(order: Order, result: Readonly<Record<string, string>>): void {
    const form = h(
        "form",
        { method: "post", action: order.callback.href, hidden: true },
        ...Object.entries({ razorpay_order_id: order.id, ...result }).map(([name, value]) =>
            h("input", { type: "hidden", name, value }),
        ),
    );
    document.body.append(form);
    form.submit();
}

const paid = (order: Order): void =>
    answer(order, {
        razorpay_payment_id: order.id.replace("order_", "pay_"),
        razorpay_signature: "sandbox",
    });

const failed = (order: Order, reason: string, description: string): void =>
    answer(order, { "error[code]": "BAD_REQUEST_ERROR", "error[reason]": reason, "error[description]": description });

/** Apps by the scheme that opens them. */
const apps = [
    { testid: "upi-google-pay", name: "Google Pay", scheme: "tez://upi/pay" },
    { testid: "upi-phonepe", name: "PhonePe", scheme: "phonepe://pay" },
    { testid: "upi-paytm", name: "Paytm", scheme: "paytmmp://pay" },
    { testid: "upi-cred", name: "CRED", scheme: "credpay://upi/pay" },
    { testid: "upi-bhim", name: "BHIM", scheme: "bhim://upi/pay" },
    { testid: "upi-any", name: "Another UPI app", scheme: "upi://pay" },
] as const;

function intent(order: Order): string {
    const query = new URLSearchParams({
        pa: "sandbox@transom",
        pn: order.name,
        am: order.amount.toFixed(2),
        cu: "INR",
        tr: order.id,
    });
    // Payment apps read %20, not the plus sign of forms.
    return query.toString().replace(/\+/g, "%20");
}

function upi(order: Order, show: (view: HTMLElement) => void): HTMLElement {
    const id = field(
        { testid: "upi-id", name: "UPI ID" },
        { placeholder: "name@bank", autocomplete: "off", inputmode: "email", maxlength: "60" },
        (value) => payButton.toggleAttribute("disabled", !/^[A-Za-z0-9._-]{2,}@[A-Za-z]{2,}$/.test(value)),
        () => payButton,
    );
    const payButton: HTMLButtonElement = button(
        { testid: "upi-pay", name: `Pay ${rupees(order.amount)}`, class: "primary" },
        () => {
            show(h("p", { role: "status", class: "waiting" }, "Waiting for your approval in the UPI app…"));
            setTimeout(() => paid(order), 600);
        },
        { disabled: true },
    );
    const approved = button({ testid: "upi-paid", name: "I approved it in the app", class: "secondary" }, () => paid(order), {
        disabled: true,
    });
    approved.hidden = true;
    return h(
        "section",
        { "aria-label": "UPI" },
        h("h2", {}, "Pay with an app"),
        h(
            "div",
            { class: "apps" },
            ...apps.map((app) => {
                const open = link({ testid: app.testid, name: app.name, class: "app" }, `${app.scheme}?${intent(order)}`);
                open.addEventListener("click", () => {
                    approved.hidden = false;
                    approved.toggleAttribute("disabled", false);
                });
                return open;
            }),
        ),
        approved,
        h("h2", {}, "Or with your UPI ID"),
        id.row,
        payButton,
    );
}

function card(order: Order): HTMLElement {
    const check = new URL("/3ds", bankOrigin);
    check.search = new URLSearchParams({
        order_id: order.id,
        amount: String(order.amount),
        merchant: order.name,
        return_url: location.href,
    }).toString();
    const number = field(
        { testid: "card-number", name: "Card number" },
        { inputmode: "numeric", autocomplete: "cc-number", maxlength: "19", value: "4111 1111 1111 1111" },
    );
    const expiry = field(
        { testid: "card-expiry", name: "Valid until" },
        { inputmode: "numeric", autocomplete: "cc-exp", maxlength: "5", value: "12/39" },
    );
    const code = field(
        { testid: "card-code", name: "Security code" },
        { type: "password", inputmode: "numeric", autocomplete: "cc-csc", maxlength: "4", value: "123" },
    );
    return h(
        "section",
        { "aria-label": "Card" },
        h("h2", {}, "Card"),
        number.row,
        h("div", { class: "two" }, expiry.row, code.row),
        button({ testid: "card-pay", name: `Pay ${rupees(order.amount)}`, class: "primary" }, () => paid(order)),
        link({ testid: "bank-step", name: "Continue to your bank's check", class: "secondary" }, check.href),
    );
}

function tabs(order: Order, body: HTMLElement): HTMLElement {
    const show = (view: HTMLElement): void => body.replaceChildren(view);
    const tab = (testid: string, name: string, method: Order["method"]): HTMLButtonElement =>
        button({ testid, name, class: "tab" }, () => choose(method));
    const both = { upi: tab("tab-upi", "UPI", "upi"), card: tab("tab-card", "Card", "card") };
    const choose = (method: Order["method"]): void => {
        both.upi.setAttribute("aria-pressed", String(method === "upi"));
        both.card.setAttribute("aria-pressed", String(method === "card"));
        show(method === "upi" ? upi(order, show) : card(order));
    };
    choose(order.method);
    return h("div", { class: "tabs" }, both.upi, both.card);
}

function start(app: HTMLElement): void {
    const query = new URLSearchParams(location.search);
    const order = readOrder(query);
    if (order === undefined) {
        document.body.dataset["page"] = "gateway-refused";
        app.replaceChildren(h("main", {}, h("h1", {}, "This payment link is not complete")));
        return;
    }
    // The bank comes back here with its answer; the gateway passes it on.
    const bank = query.get("bank");
    if (bank === "approved") {
        paid(order);
        return;
    }
    if (bank === "declined") {
        failed(order, "authentication_failed", "The bank declined the payment");
        return;
    }
    const body = h("div", { class: "body" });
    app.replaceChildren(
        h(
            "main",
            {},
            h(
                "header",
                { class: "merchant" },
                h("span", { class: "initial", "aria-hidden": "true" }, order.name.charAt(0) || "?"),
                h("span", { class: "merchant-text" }, h("b", {}, order.name), h("span", {}, order.description)),
                h("h1", {}, rupees(order.amount)),
            ),
            tabs(order, body),
            body,
            h(
                "footer",
                { class: "ways-out" },
                button({ testid: "pay-fail", name: "Let the payment fail", class: "plain bad" }, () =>
                    failed(order, "payment_failed", "The bank declined the payment"),
                ),
                button({ testid: "pay-cancel", name: "Cancel", class: "plain" }, () =>
                    failed(order, "payment_cancelled", "The payment was cancelled"),
                ),
            ),
        ),
    );
    document.body.dataset["page"] = "gateway";
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
