// The summary before paying: what it costs, and how to pay.
// SPDX-License-Identifier: Apache-2.0

import { button, choice } from "../../../common/controls";
import { h } from "../../../common/dom";
import { rupees } from "../../money";
import { brandOf } from "../catalogue";
import { quote } from "../orders";
import { cardFace, line, topBar } from "../parts";
import { pay, PaymentMode } from "../payment";
import { Route, Screen } from "../router";
import { missing } from "./missing";

export const checkout: Route = (store, _parts, query): Screen => {
    const brand = brandOf(query.get("brandId") ?? "");
    const priced =
        brand &&
        quote(brand, Number(query.get("amount")), query.get("coupon"), query.get("consumeCoins") === "true");
    if (priced === undefined) {
        return missing(store, "This order is not complete. Choose a gift card first.");
    }
    let mode: PaymentMode = "UPI";
    const method = (value: PaymentMode, testid: string, name: string, detail: string): HTMLElement =>
        choice(
            "radio",
            {
                testid,
                name,
                class: "row method",
                content: [h("span", { class: "row-name" }, h("b", {}, name), h("span", { class: "meta" }, detail))],
            },
            { name: "method", value, checked: value === mode },
            () => {
                mode = value;
            },
        );
    const coinsOnly = priced.payable === 0;
    const payButton = button(
        {
            testid: "pay",
            name: coinsOnly ? `Pay with ${priced.coins} coins` : `Pay ${rupees(priced.payable)}`,
            class: "primary",
        },
        () => {
            payButton.setAttribute("disabled", "");
            pay(store, priced, mode);
        },
    );
    return {
        page: "checkout",
        title: "Summary",
        event: {
            name: "visit_checkout_summary",
            properties: {
                brandName: priced.brand.name,
                amount: priced.amount,
                ...(priced.coupon === undefined ? {} : { couponCode: priced.coupon.code }),
                useCoins: priced.coins > 0,
                discount: priced.baseDiscount + priced.couponDiscount,
                hubbleBaseDiscount: priced.baseDiscount,
                isModal: false,
            },
        },
        view: [
            topBar(store, { title: "Summary", back: () => store.back(), through: "checkout_close_button" }),
            h(
                "main",
                { class: "pair" },
                h(
                    "div",
                    { class: "pair-side" },
                    cardFace(priced.brand, rupees(priced.amount)),
                    h(
                        "dl",
                        { class: "lines" },
                        line(`${priced.brand.name} voucher`, rupees(priced.amount)),
                        line("Store discount", `−${rupees(priced.baseDiscount)}`, "good"),
                        ...(priced.coupon === undefined
                            ? []
                            : [line(`Coupon ${priced.coupon.code}`, `−${rupees(priced.couponDiscount)}`, "good")]),
                        ...(priced.coins === 0 ? [] : [line("Coins", `−${rupees(priced.coins)}`, "good")]),
                        line("To pay", rupees(priced.payable), "total"),
                    ),
                ),
                h(
                    "section",
                    { class: "panel", "aria-label": "Payment" },
                    ...(coinsOnly
                        ? [h("h2", {}, "Your coins cover it all")]
                        : [
                              h("h2", {}, "Pay with"),
                              h(
                                  "div",
                                  { role: "radiogroup", "aria-label": "Pay with", class: "methods" },
                                  method("UPI", "method-upi", "UPI", "PhonePe, Google Pay, Paytm, BHIM or a UPI ID"),
                                  method("CARD", "method-card", "Card", "Debit or credit, with your bank's check"),
                              ),
                          ]),
                    h("p", { class: "note" }, "You go to the payment gateway and come back here. No money moves."),
                    h("div", { class: "action" }, payButton),
                ),
            ),
        ],
    };
};
