// The first screen: what is offered, by category, and the ways to everything else.
// SPDX-License-Identifier: Apache-2.0

import { button, link } from "../../../common/controls";
import { h } from "../../../common/dom";
import { icon } from "../art";
import { brandOf, brands, categories, categoryName, coinBalance } from "../catalogue";
import { brandTile, cardFace, rowLink, topBar } from "../parts";
import { Route, Store } from "../router";

function featured(store: Store): HTMLElement | false {
    const brand = brandOf("tui-books");
    return (
        brand !== undefined &&
        link(
            {
                testid: "featured",
                name: `Card of the week: ${brand.name}, ${brand.discount} % off`,
                class: "featured",
                content: [
                    h(
                        "span",
                        { class: "featured-text" },
                        h("span", { class: "eyebrow" }, "Card of the week"),
                        h("span", { class: "headline" }, `${brand.discount}% off a good book`),
                        h("span", { class: "featured-more" }, brand.name, icon("next")),
                    ),
                    cardFace(brand),
                ],
            },
            store.href(`/buy/${brand.id}`),
            () => store.go(`/buy/${brand.id}`),
        )
    );
}

const chips = (store: Store): HTMLElement =>
    h(
        "nav",
        { class: "chips", "aria-label": "Categories" },
        ...categories.map((category) =>
            link(
                { testid: `category-${category.toLowerCase()}`, name: categoryName(category), class: "chip" },
                store.href("/search", { category }),
                () => store.go("/search", { category }),
            ),
        ),
    );

export const home: Route = (store) => ({
    page: "home",
    title: "Gift cards",
    event: { name: "visit_home", properties: { isModal: false } },
    view: [
        topBar(store, { through: "home_back_button" }),
        h(
            "main",
            { class: "wide" },
            h("h1", { class: "sr-only" }, "Gift cards"),
            h(
                "div",
                { class: "tools" },
                link(
                    {
                        testid: "search",
                        name: "Search gift cards",
                        class: "search-link",
                        content: [icon("search"), "Search gift cards"],
                    },
                    store.href("/search"),
                    () => store.go("/search"),
                ),
                link(
                    {
                        testid: "coins",
                        name: `${coinBalance} coins`,
                        class: "coins",
                        content: [icon("coin"), h("b", {}, String(coinBalance)), " coins"],
                    },
                    store.href("/coin-transactions"),
                    () => store.go("/coin-transactions", { showBackButton: "true" }),
                ),
            ),
            featured(store),
            chips(store),
            h("h2", {}, "Popular now"),
            h("div", { class: "grid" }, ...brands.map((brand) => brandTile(store, brand))),
            h(
                "nav",
                { class: "list", "aria-label": "More" },
                rowLink(store, "transactions", "Your vouchers", "/transactions?showBackButton=true", icon("receipt"), null),
                rowLink(store, "help", "Help", "/help", icon("help"), null),
                link(
                    {
                        testid: "foreign-link",
                        name: "Ride with Uber (another site)",
                        class: "row",
                        content: [icon("out"), h("span", { class: "row-name" }, "Ride with Uber"), "uber.com"],
                    },
                    "https://www.uber.com/in/en/",
                ),
                button(
                    {
                        testid: "launch-link",
                        name: "Read about gift cards (opened by the app)",
                        class: "row",
                        content: [
                            icon("out"),
                            h("span", { class: "row-name" }, "Read about gift cards"),
                            "opened by the app",
                        ],
                    },
                    () => store.channel.launchLink("https://www.myhubble.money/"),
                ),
            ),
        ),
    ],
});
