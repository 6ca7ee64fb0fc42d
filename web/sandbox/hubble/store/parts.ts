// Pieces that several screens are put together from.
// SPDX-License-Identifier: Apache-2.0

import { button, link } from "../../common/controls";
import { Child, h } from "../../common/dom";
import { cardArt, icon } from "./art";
import { Brand } from "./catalogue";
import { Store } from "./router";

/** The bar at the top: what leads back on the left, the title, and what closes the store on the right. */
export function topBar(
    store: Store,
    options: { readonly title?: string; readonly back?: () => void; readonly through: string },
): HTMLElement {
    return h(
        "header",
        { class: "top" },
        options.back !== undefined &&
            button({ testid: "back", name: "Back", class: "round", content: [icon("back")] }, options.back),
        options.title === undefined
            ? h("p", { class: "wordmark" }, h("b", {}, "hubble"), " gift cards")
            : h("h1", { class: "top-title" }, options.title),
        button({ testid: "close", name: "Close the store", class: "round", content: [icon("close")] }, () =>
            store.leave(options.through),
        ),
    );
}

/** The face of a brand's gift card; `amount` is shown on it where it is given. */
export function cardFace(brand: Brand, amount?: string): HTMLElement {
    const face = h(
        "div",
        { class: "card-face" },
        cardArt(brand.art.motif, brand.art.ground, brand.art.shape),
        h("span", { class: "card-name" }, brand.name),
        amount !== undefined && h("span", { class: "card-amount" }, amount),
    );
    face.style.color = brand.art.ink;
    return face;
}

/** A brand in a grid: its card, its name and what it takes off. */
export function brandTile(store: Store, brand: Brand): HTMLElement {
    return link(
        {
            testid: `brand-${brand.id}`,
            name: `${brand.name}, ${brand.discount} % off`,
            class: "tile",
            content: [
                cardFace(brand),
                h(
                    "span",
                    { class: "tile-text" },
                    h("span", { class: "tile-name" }, brand.tagline),
                    h("span", { class: "off" }, `${brand.discount}% off`),
                ),
            ],
        },
        store.href(`/buy/${encodeURIComponent(brand.id)}`),
        () => store.go(`/buy/${encodeURIComponent(brand.id)}`),
    );
}

/** A row of a list that leads somewhere. */
export function rowLink(
    store: Store,
    testid: string,
    name: string,
    path: string,
    lead: Child,
    trail: Child,
): HTMLElement {
    return link(
        { testid, name, class: "row", content: [lead, h("span", { class: "row-name" }, name), trail ?? icon("next")] },
        store.href(path),
        () => store.go(path),
    );
}

/** Name and value of a summary. */
export const line = (name: string, value: string, kind = ""): HTMLElement =>
    h("div", { class: `line ${kind}`.trim() }, h("dt", {}, name), h("dd", {}, value));
