// Coins earned and spent.
// SPDX-License-Identifier: Apache-2.0

import { h } from "../../../common/dom";
import { icon } from "../art";
import { coinBalance } from "../catalogue";
import { topBar } from "../parts";
import { Route } from "../router";

const history = [
    { name: "Welcome to the store", coins: 200 },
    { name: "Tui Books voucher", coins: 25 },
    { name: "Uber voucher", coins: 15 },
] as const;

export const coins: Route = (store, _parts, query) => ({
    page: "coin-transactions",
    title: "Coins",
    event: { name: "visit_coin_transactions", properties: { isModal: false } },
    view: [
        topBar(store, {
            title: "Coins",
            ...(query.get("showBackButton") === "true" ? { back: () => store.back() } : {}),
            through: "coin_transactions_close_button",
        }),
        h(
            "main",
            { class: "narrow" },
            h("p", { class: "balance" }, icon("coin"), h("b", {}, String(coinBalance)), " coins to spend"),
            h(
                "ul",
                { class: "list plain" },
                ...history.map((each) =>
                    h(
                        "li",
                        { class: "row" },
                        icon("coin"),
                        h("span", { class: "row-name" }, each.name),
                        h("b", { class: "good" }, `+${each.coins}`),
                    ),
                ),
            ),
        ),
    ],
});
