// The sign-in of the sandbox: takes any address, remembers it and goes on to the payment.
// SPDX-License-Identifier: Apache-2.0

import { button, field } from "../../common/controls";
import { h } from "../../common/dom";
import { addressAt, payOrigin } from "../origins";
import { signIn } from "../session";

function start(app: HTMLElement): void {
    const next = addressAt(payOrigin, new URLSearchParams(location.search).get("continue"));
    if (next === undefined) {
        document.body.dataset["page"] = "signin-refused";
        app.replaceChildren(h("main", {}, h("h1", {}, "This sign-in was not asked for by a payment")));
        return;
    }
    const email = field(
        { testid: "email", name: "E-mail address" },
        { type: "email", inputmode: "email", autocomplete: "username", maxlength: "80", placeholder: "you@example.com" },
        (value) => proceed.toggleAttribute("disabled", !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)),
    );
    const proceed: HTMLButtonElement = button(
        { testid: "signin-next", name: "Next", class: "primary" },
        () => {
            signIn(email.input.value);
            location.replace(next.href);
        },
        { disabled: true },
    );
    email.input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") {
            proceed.click();
        }
    });
    app.replaceChildren(
        h(
            "main",
            {},
            h("h1", {}, "Sign in"),
            h("p", { class: "note" }, "to continue to your payment. Any address will do, and none is kept."),
            email.row,
            proceed,
            button({ testid: "signin-leave", name: "Not now", class: "plain" }, () => window.close()),
        ),
    );
    document.body.dataset["page"] = "signin";
    email.input.focus();
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
