// The payment window's first page: sends a customer who is signed in to the payment, and everybody else to the sign-in.
// SPDX-License-Identifier: Apache-2.0

import { h } from "../../common/dom";
import { accountsOrigin } from "../origins";
import { customer } from "../session";

function start(app: HTMLElement): void {
    app.replaceChildren(h("main", {}, h("p", { role: "status" }, "One moment…")));
    document.body.dataset["page"] = "loading";
    const payment = new URL("/gp/p/ui/pay", location.origin);
    payment.search = location.search;
    const signin = new URL("/v3/signin/identifier", accountsOrigin);
    signin.search = new URLSearchParams({ continue: payment.href, hl: "en" }).toString();
    location.replace(customer() === undefined ? signin.href : payment.href);
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
