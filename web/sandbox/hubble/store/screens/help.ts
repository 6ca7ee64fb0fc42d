// Questions and answers, and the links that leave the store or open a window.
// SPDX-License-Identifier: Apache-2.0

import { button, link } from "../../../common/controls";
import { h } from "../../../common/dom";
import { icon } from "../art";
import { topBar } from "../parts";
import { Route } from "../router";

const answers = [
    ["Where is my code?", "In “Your vouchers”, as soon as the payment is through."],
    ["I paid and have no voucher.", "Wait a minute and look again. In this sandbox, nobody paid anything."],
    ["Can I return a gift card?", "No. You can give it to somebody else."],
] as const;

export const help: Route = (store) => ({
    page: "help",
    title: "Help",
    event: { name: "visit_help", properties: { isModal: false } },
    view: [
        topBar(store, { title: "Help", back: () => store.back(), through: "help_close_button" }),
        h(
            "main",
            { class: "narrow" },
            ...answers.map(([question, answer], index) =>
                h(
                    "details",
                    { class: "answer", open: index === 0 },
                    h("summary", { "data-testid": `question-${index + 1}`, "aria-label": question }, question),
                    h("p", {}, answer),
                ),
            ),
            h(
                "nav",
                { class: "list", "aria-label": "Contact" },
                link(
                    {
                        testid: "terms",
                        name: "Terms, in a new window",
                        class: "row",
                        content: [icon("receipt"), h("span", { class: "row-name" }, "Terms"), "new window"],
                    },
                    store.href("/terms"),
                    undefined,
                    { target: "_blank", rel: "noopener" },
                ),
                link(
                    {
                        testid: "mail",
                        name: "Write to us",
                        class: "row",
                        content: [icon("out"), h("span", { class: "row-name" }, "Write to us"), "mail"],
                    },
                    "mailto:help@myhubble.example",
                ),
                button(
                    {
                        testid: "logout",
                        name: "Log out",
                        class: "row",
                        content: [icon("out"), h("span", { class: "row-name" }, "Log out"), "forgets you here"],
                    },
                    () => {
                        sessionStorage.clear();
                        localStorage.clear();
                        store.leave("logout");
                    },
                ),
            ),
        ),
    ],
});

export const terms: Route = (store) => ({
    page: "terms",
    title: "Terms",
    event: { name: "visit_terms", properties: { isModal: false } },
    view: [
        topBar(store, { title: "Terms", back: () => store.back(), through: "terms_close_button" }),
        h(
            "main",
            { class: "narrow" },
            h("p", {}, "This is a sandbox. Nothing here is sold, paid for or delivered, and no voucher can be used."),
        ),
    ],
});
