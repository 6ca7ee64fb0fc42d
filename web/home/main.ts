// The home page that comes with the host: a card for each thing to do, and what came of it.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../sandbox/common/controls";
import { h, svg } from "../sandbox/common/dom";
import { Card, cards } from "./cards";
import { Answer, Offer, offers, open } from "./host";

const mark = (): SVGElement =>
    svg(
        "svg",
        { viewBox: "0 0 48 48", "aria-hidden": "true", class: "mark" },
        svg("path", { d: "M6 22A18 16 0 0 1 42 22V42H6Z", fill: "#1d1a26" }),
        svg("path", { d: "M11 21A13 11 0 0 1 22.5 11V21ZM25.5 11A13 11 0 0 1 37 21H25.5Z", fill: "#ffcb3d" }),
        svg("path", { d: "M13 25H35V42H13Z", fill: "#f4f1ea" }),
    );

/** What came of an opening, in the customer's words. */
export function words(card: Card, answer: Answer): { readonly kind: string; readonly text: string } {
    switch (answer.outcome) {
        case "completed":
            return { kind: "good", text: `${card.title}: ${card.done.toLowerCase()}` };
        case "closed":
            return { kind: "plain", text: `${card.title}: closed before it was done` };
        case "expired":
            return { kind: "bad", text: `${card.title}: the time was over` };
        case "failed":
            return { kind: "bad", text: `${card.title}: ${answer.reason}` };
    }
}

/** A badge for the card itself. */
function badge(card: Card, answer: Answer): string {
    switch (answer.outcome) {
        case "completed":
            return card.done;
        case "closed":
            return "Closed";
        case "expired":
            return "Expired";
        case "failed":
            return "Failed";
    }
}

class Home {
    private readonly news = h("p", { class: "news-text", role: "status", "data-testid": "news" });
    private readonly detail = h("code", { class: "news-detail", "data-testid": "answer" });
    private readonly strip = h("section", { class: "news", "aria-label": "What came of it", hidden: true }, this.news, this.detail);

    constructor(private readonly app: HTMLElement) {}

    async start(): Promise<void> {
        const offered = await offers();
        const isSandbox = offered.some((offer) => offer.environment === "sandbox");
        this.app.replaceChildren(
            h(
                "header",
                { class: "top" },
                mark(),
                h("b", { class: "name" }, "Transom"),
                isSandbox && h("span", { class: "chip" }, "Sandbox: nothing here is real"),
            ),
            h(
                "main",
                {},
                h("h1", {}, "What would you like to do?"),
                h("p", { class: "lead" }, "Choose one. It opens over this page, and you come back here."),
                h("div", { class: "cards" }, ...cards.map((card) => this.card(card, offered))),
            ),
            this.strip,
        );
        document.body.dataset["page"] = "home";
    }

    private card(card: Card, offered: readonly Offer[]): HTMLElement {
        const offer = offered.find((each) => each.name === card.integration);
        const state = h("span", { class: "state", "data-testid": `state-${card.integration}` }, offer === undefined ? "Not here yet" : "");
        const element = button(
            {
                testid: `card-${card.integration}`,
                name: `${card.title}, with ${card.vendor}`,
                class: `card ${card.integration}`,
                content: [
                    h("span", { class: "picture" }, card.art()),
                    h(
                        "span",
                        { class: "words" },
                        h("span", { class: "vendor" }, card.vendor, state),
                        h("b", { class: "title" }, card.title),
                        h("span", { class: "text" }, card.text),
                    ),
                ],
            },
            () => void this.open(card, offer, element, state),
            { disabled: offer === undefined },
        );
        return element;
    }

    private async open(card: Card, offer: Offer | undefined, element: HTMLElement, state: HTMLElement): Promise<void> {
        if (document.body.dataset["page"] !== "home") {
            return;
        }
        document.body.dataset["page"] = "away";
        element.setAttribute("aria-busy", "true");
        const parameters = offer?.environment === "sandbox" ? (card.parameters?.() ?? {}) : {};
        const answer = await open(card.integration, parameters);
        element.removeAttribute("aria-busy");
        const { kind, text } = words(card, answer);
        state.textContent = badge(card, answer);
        state.className = `state ${kind}`;
        this.strip.className = `news ${kind}`;
        this.strip.toggleAttribute("hidden", false);
        this.news.textContent = text;
        this.detail.textContent = JSON.stringify(answer);
        element.focus();
        document.body.dataset["page"] = "home";
    }
}

const app = document.getElementById("app");
if (app !== null) {
    void new Home(app).start();
}
