// Starts a payment: by coins alone inside the store, else by a real navigation to the payment gateway.
// SPDX-License-Identifier: Apache-2.0

import { h } from "../../common/dom";
import { gatewayOrigin } from "../origins";
import { begin, complete, Quote } from "./orders";
import { Store } from "./router";

export type PaymentMode = "UPI" | "CARD";

export function pay(store: Store, priced: Quote, mode: PaymentMode): void {
    store.channel.analytics("payment_initiated", {
        brandName: priced.brand.name,
        amount: priced.amount,
        paymentMode: mode,
        productId: priced.brand.id,
        consumeCoins: priced.coins > 0,
        ...(priced.coupon === undefined ? {} : { couponCode: priced.coupon.code }),
    });
    const order = begin(priced);
    if (priced.payable === 0) {
        complete(order, "paid");
        store.channel.analytics("coin_payment", {
            amount: priced.amount,
            coins: priced.coins,
            baseDiscount: priced.baseDiscount,
            couponDiscount: priced.couponDiscount,
            totalDiscount: priced.baseDiscount + priced.couponDiscount,
        });
        store.channel.analytics("voucher_generation_success", { brandName: priced.brand.name, vouchersCount: 1 });
        store.replace("/payment/success", { order: order.id });
        return;
    }
    const values = {
        key_id: "rzp_test_sandbox",
        order_id: order.id,
        amount: String(priced.payable * 100),
        currency: "INR",
        name: "Hubble",
        description: `${priced.brand.name} voucher`,
        method: mode === "UPI" ? "upi" : "card",
        callback_url: location.origin + store.href("/payment/callback"),
    };
    const form = h(
        "form",
        { method: "post", action: `${gatewayOrigin}/v1/checkout/embedded`, hidden: true },
        ...Object.entries(values).map(([name, value]) => h("input", { type: "hidden", name, value })),
    );
    document.body.append(form);
    form.submit();
}
