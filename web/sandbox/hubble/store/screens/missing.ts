// The screen for an address that leads nowhere.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../../common/controls";
import { h } from "../../../common/dom";
import { topBar } from "../parts";
import { Screen, Store } from "../router";

export const missing = (store: Store, sentence: string): Screen => ({
    page: "missing",
    title: "Not found",
    event: { name: "visit_not_found", properties: { isModal: false } },
    view: [
        topBar(store, { through: "not_found_close_button" }),
        h(
            "main",
            { class: "middle" },
            h("h1", {}, "Nothing here"),
            h("p", {}, sentence),
            button({ testid: "back-home", name: "See all gift cards", class: "primary" }, () => store.replace("/")),
        ),
    ],
});
