// What was bought in this store, and one purchase in full.
// SPDX-License-Identifier: Apache-2.0

import { button, link } from "../../../common/controls";
import { h } from "../../../common/dom";
import { rupees } from "../../money";
import { icon } from "../art";
import { brandOf } from "../catalogue";
import { Order, orderOf, orders } from "../orders";
import { cardFace, line, topBar } from "../parts";
import { Route, Screen, Store } from "../router";
import { missing } from "./missing";
import { voucher } from "./voucher";

const name = (order: Order): string => brandOf(order.brandId)?.name ?? order.brandId;

const row = (store: Store, order: Order): HTMLElement => {
    const path = `/transactions/${encodeURIComponent(order.id)}`;
    const state = order.state === "paid" ? "Voucher ready" : "Not paid";
    return link(
        {
            testid: `transaction-${order.id}`,
            name: `${name(order)}, ${rupees(order.amount)}, ${state}`,
            class: "row",
            content: [
                icon(order.state === "paid" ? "receipt" : "cross"),
                h("span", { class: "row-name" }, h("b", {}, name(order)), h("span", { class: "meta" }, state)),
                h("b", {}, rupees(order.amount)),
            ],
        },
        store.href(path, { showBackButton: "true" }),
        () => store.go(path, { showBackButton: "true" }),
    );
};

export const transactions: Route = (store, _parts, query): Screen => ({
    page: "transactions",
    title: "Your vouchers",
    event: { name: "visit_transactions", properties: { isModal: false } },
    view: [
        topBar(store, {
            title: "Your vouchers",
            ...(query.get("showBackButton") === "true" ? { back: () => store.back() } : {}),
            through: "transactions_close_button",
        }),
        h("main", { class: "narrow" }, h("div", { class: "list" }, ...orders().map((order) => row(store, order)))),
    ],
});

export const transaction: Route = (store, [id = ""], query): Screen => {
    const order = orderOf(id);
    const brand = order && brandOf(order.brandId);
    if (order === undefined || brand === undefined) {
        return missing(store, "There is no purchase of that number.");
    }
    const leaves = query.get("exitOnBack") === "true";
    return {
        page: "transaction",
        title: name(order),
        event: { name: "visit_transaction_detail", properties: { isModal: false } },
        view: [
            topBar(store, {
                title: name(order),
                ...(query.get("showBackButton") === "true" || leaves
                    ? { back: () => (leaves ? store.leave("transaction_back_button") : store.back()) }
                    : {}),
                through: "transaction_close_button",
            }),
            h(
                "main",
                { class: "narrow" },
                cardFace(brand, rupees(order.amount)),
                order.code === undefined ? h("p", { class: "note bad" }, order.reason ?? "Not paid yet.") : voucher(order.code),
                h(
                    "dl",
                    { class: "lines" },
                    line("Voucher", rupees(order.amount)),
                    line("Paid", order.state === "paid" ? rupees(order.paid) : rupees(0)),
                    line("Order", order.id),
                ),
                button({ testid: "transaction-help", name: "Get help with this voucher", class: "secondary" }, () =>
                    store.go("/help"),
                ),
            ),
        ],
    };
};
