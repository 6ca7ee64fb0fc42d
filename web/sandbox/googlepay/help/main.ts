// The bank's help, in a third window.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../common/controls";
import { h } from "../../common/dom";

const app = document.getElementById("app");
if (app !== null) {
    app.replaceChildren(
        h(
            "main",
            {},
            h("p", { class: "bank-name" }, "Example Bank"),
            h("h1", {}, "About the code"),
            h("p", {}, "A bank sends a code to your phone to make sure that it is you who pays. This one takes any six digits."),
            button({ testid: "help-close", name: "Close", class: "secondary" }, () => window.close()),
        ),
    );
    document.body.dataset["page"] = "help";
}
