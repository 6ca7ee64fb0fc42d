// What came of a payment: the gateway's answer is taken once, then shown as success or failure.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../../common/controls";
import { h } from "../../../common/dom";
import { rupees } from "../../money";
import { icon } from "../art";
import { brandOf } from "../catalogue";
import { complete, orderOf } from "../orders";
import { cardFace, topBar } from "../parts";
import { Route, Screen, Store } from "../router";
import { missing } from "./missing";
import { voucher } from "./voucher";

/** Reasons are shown and reported as text; a longer one than this is cut. */
const longestReason = 120;

/** `/payment/status`: where the gateway's answer arrives. */
export const status: Route = (store, _parts, query): Screen => {
    const order = orderOf(query.get("razorpay_order_id") ?? "");
    if (order === undefined) {
        return missing(store, "This payment belongs to no order of this session.");
    }
    const paymentId = query.get("razorpay_payment_id");
    const reason = query.get("error[description]") ?? query.get("error[reason]") ?? "The payment was not finished";
    const result = paymentId === null ? { reason: reason.slice(0, longestReason) } : ("paid" as const);
    const ended = complete(order, result);
    const finished = ended ?? order;
    return {
        page: "payment-status",
        title: "Payment",
        view: [h("main", { class: "middle" }, h("p", { role: "status" }, "Asking the gateway…"))],
        after: () => {
            announce(store, ended);
            store.replace(finished.state === "paid" ? "/payment/success" : "/payment/failed", { order: finished.id });
        },
    };
};

function announce(store: Store, ended: ReturnType<typeof complete>): void {
    if (ended === undefined) {
        return;
    }
    if (ended.state === "paid") {
        store.channel.analytics("payment_success", {
            amount: ended.amount,
            referenceId: ended.id,
            provider: "RAZORPAY",
        });
        store.channel.analytics("voucher_generation_success", {
            brandName: brandOf(ended.brandId)?.name ?? ended.brandId,
            vouchersCount: 1,
        });
    } else {
        store.channel.analytics("payment_fail", { amount: ended.amount, failureReason: ended.reason ?? "unknown" });
    }
}

export const success: Route = (store, _parts, query): Screen => {
    const order = orderOf(query.get("order") ?? "");
    const brand = order && brandOf(order.brandId);
    if (order?.code === undefined || brand === undefined) {
        return missing(store, "There is no paid order of that number.");
    }
    return {
        page: "payment-success",
        title: "Voucher ready",
        event: { name: "visit_payment_success", properties: { isModal: false } },
        view: [
            topBar(store, { through: "payment_success_close_button" }),
            h(
                "main",
                { class: "middle" },
                h("span", { class: "badge good" }, icon("check")),
                h("h1", {}, "Your voucher is ready"),
                h("p", {}, `${rupees(order.amount)} to spend at ${brand.name}.`),
                cardFace(brand, rupees(order.amount)),
                voucher(order.code),
                h(
                    "div",
                    { class: "actions" },
                    button({ testid: "back-home", name: "Buy another", class: "primary" }, () => store.replace("/")),
                    button({ testid: "show-transaction", name: "See the order", class: "secondary" }, () =>
                        store.go(`/transactions/${encodeURIComponent(order.id)}`, { showBackButton: "true" }),
                    ),
                ),
            ),
        ],
    };
};

export const failed: Route = (store, _parts, query): Screen => {
    const order = orderOf(query.get("order") ?? "");
    const brand = order && brandOf(order.brandId);
    if (order === undefined || brand === undefined) {
        return missing(store, "There is no order of that number.");
    }
    return {
        page: "payment-failed",
        title: "Payment failed",
        event: { name: "visit_payment_failed", properties: { isModal: false } },
        view: [
            topBar(store, { through: "payment_failed_close_button" }),
            h(
                "main",
                { class: "middle" },
                h("span", { class: "badge bad" }, icon("cross")),
                h("h1", {}, "The payment failed"),
                h("p", { "data-testid": "failure-reason" }, `${order.reason ?? "No reason was given"}.`),
                h("p", { class: "note" }, "Nothing was charged."),
                h(
                    "div",
                    { class: "actions" },
                    button({ testid: "try-again", name: "Try again", class: "primary" }, () =>
                        store.replace(`/buy/${encodeURIComponent(brand.id)}`, { amount: String(order.amount) }),
                    ),
                    button({ testid: "back-home", name: "Back to all gift cards", class: "secondary" }, () =>
                        store.replace("/"),
                    ),
                ),
            ),
        ],
    };
};
