// The card's bank: asks for the code that it "sent", and tells the sheet that opened it.
// SPDX-License-Identifier: Apache-2.0

import { button, field } from "../../common/controls";
import { h } from "../../common/dom";
import { sheetOrigin } from "../origins";
import { price } from "../payments";

function start(app: HTMLElement): void {
    const opener = window.opener as Window | null;
    const query = new URLSearchParams(location.search);
    if (opener === null) {
        document.body.dataset["page"] = "bank-refused";
        app.replaceChildren(h("main", {}, h("h1", {}, "This check was not asked for by a payment")));
        return;
    }
    const answer = (outcome: "approved" | "declined"): void => {
        opener.postMessage({ bank: outcome }, sheetOrigin);
        window.close();
    };
    const code = field(
        { testid: "otp", name: "One-time code" },
        { type: "password", inputmode: "numeric", autocomplete: "one-time-code", maxlength: "6", placeholder: "six digits" },
        (value) => approve.toggleAttribute("disabled", !/^[0-9]{6}$/.test(value)),
        () => approve,
    );
    const approve: HTMLButtonElement = button(
        { testid: "bank-approve", name: "Approve", class: "primary" },
        () => answer("approved"),
        { disabled: true },
    );
    const amount = query.get("amount") ?? "";
    app.replaceChildren(
        h(
            "main",
            {},
            h("p", { class: "bank-name" }, "Example Bank"),
            h("h1", {}, /^[0-9]{1,7}(\.[0-9]{1,2})?$/.test(amount) ? `Approve ${price(amount, "NZD")}` : "Approve the payment"),
            h("p", {}, `${(query.get("merchant") ?? "A shop").slice(0, 40)} asks for this payment. Any six digits will do.`),
            code.row,
            approve,
            button({ testid: "bank-decline", name: "Decline", class: "secondary" }, () => answer("declined")),
            button({ testid: "bank-help", name: "What is this code?", class: "plain" }, () => {
                window.open("/help", "bank-help", "width=480,height=480");
            }),
        ),
    );
    document.body.dataset["page"] = "bank";
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
