// Search by text, by category, or both.
// SPDX-License-Identifier: Apache-2.0

import { field, link } from "../../../common/controls";
import { h } from "../../../common/dom";
import { categories, categoryName, find } from "../catalogue";
import { brandTile, topBar } from "../parts";
import { Route, Screen } from "../router";

export const search: Route = (store, _parts, query): Screen => {
    const asked = query.get("category");
    const category = categories.find((each) => each === asked?.toUpperCase()) ?? null;
    const results = h("div", { class: "grid" });
    const count = h("p", { class: "note", role: "status" });
    let text = "";
    const update = (): void => {
        const found = find(text, category);
        results.replaceChildren(...found.map((brand) => brandTile(store, brand)));
        const what = found.length === 1 ? "1 gift card" : `${found.length} gift cards`;
        count.textContent = found.length === 0 ? "No gift card matches. Try fewer letters." : what;
    };
    const input = field(
        { testid: "search-field", name: "Search gift cards" },
        { type: "search", autocomplete: "off", maxlength: "60", placeholder: "A brand or a mood" },
        (value) => {
            text = value;
            store.channel.analytics("search_query", { query: value });
            update();
        },
    );
    update();
    return {
        page: "search",
        title: category === null ? "Search" : categoryName(category),
        event:
            category === null
                ? { name: "visit_search", properties: { isModal: false } }
                : { name: "visit_category", properties: { categoryName: category, isModal: false } },
        view: [
            topBar(store, {
                title: category === null ? "Search" : categoryName(category),
                back: () => store.back(),
                through: "search_close_button",
            }),
            h(
                "main",
                { class: "wide" },
                input.row,
                h(
                    "nav",
                    { class: "chips", "aria-label": "Categories" },
                    ...categories.map((each) =>
                        link(
                            { testid: `category-${each.toLowerCase()}`, name: categoryName(each), class: "chip" },
                            store.href("/search", { category: each }),
                            () => store.replace("/search", { category: each }),
                            each === category ? { "aria-current": "true" } : {},
                        ),
                    ),
                ),
                count,
                results,
            ),
        ],
    };
};
