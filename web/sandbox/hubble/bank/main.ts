// The bank of the sandbox: asks for the code that it "sent", and sends its answer back to the gateway.
// SPDX-License-Identifier: Apache-2.0

import { button, field } from "../../common/controls";
import { h } from "../../common/dom";
import { rupees } from "../money";
import { addressAt, gatewayOrigin } from "../origins";

function start(app: HTMLElement): void {
    const query = new URLSearchParams(location.search);
    const back = addressAt([gatewayOrigin], query.get("return_url"));
    if (back === undefined) {
        document.body.dataset["page"] = "bank-refused";
        app.replaceChildren(h("main", {}, h("h1", {}, "This check was not asked for by a payment gateway")));
        return;
    }
    const answer = (result: "approved" | "declined"): void => {
        back.searchParams.set("bank", result);
        location.assign(back.href);
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
    const amount = Number(query.get("amount"));
    app.replaceChildren(
        h(
            "main",
            {},
            h("p", { class: "bank-name" }, "Example Bank"),
            h("h1", {}, `Approve ${rupees(Number.isFinite(amount) ? amount : 0)}`),
            h("p", {}, `${(query.get("merchant") ?? "A shop").slice(0, 40)} asks for this payment. Any six digits will do.`),
            code.row,
            approve,
            button({ testid: "bank-decline", name: "Decline", class: "secondary" }, () => answer("declined")),
        ),
    );
    document.body.dataset["page"] = "bank";
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
