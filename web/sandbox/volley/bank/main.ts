// A bank's page in the sandbox: the customer approves or declines a payment that a consent was asked for.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../common/controls";
import { Child, h } from "../../common/dom";
import { amount, banks, merchant } from "../parties";

function show(app: HTMLElement, page: string, name: string, ...view: Child[]): void {
    app.replaceChildren(h("main", {}, h("p", { class: "bank-name" }, name), ...view));
    document.body.dataset["page"] = page;
}

async function answer(consent: string, result: "approved" | "declined"): Promise<boolean> {
    try {
        const response = await fetch(`/authorise/${encodeURIComponent(consent)}`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ result }),
        });
        return response.ok;
    } catch {
        return false;
    }
}

function start(app: HTMLElement): void {
    const query = new URLSearchParams(location.search);
    const consent = query.get("consent") ?? "";
    const bank = banks.find((each) => each.id === query.get("bank"));
    if (bank === undefined || !/^[A-Za-z0-9]{1,64}$/.test(consent)) {
        show(app, "bank-refused", "Example bank", h("h1", {}, "This consent was not asked for"));
        return;
    }
    document.documentElement.style.setProperty("--accent", bank.colour);
    const give = async (result: "approved" | "declined"): Promise<void> => {
        if (!(await answer(consent, result))) {
            show(app, "bank-over", bank.name, h("h1", {}, "This consent is no longer open"), h("p", {}, "Nothing was paid."));
            return;
        }
        show(
            app,
            `bank-${result}`,
            bank.name,
            h("h1", { role: "status", "data-testid": "bank-result" }, result === "approved" ? "Approved" : "Declined"),
            h("p", {}, "Go back to the shop now. This window can be closed."),
            button({ testid: "bank-back", name: "Back to the payment", class: "primary" }, () => window.close()),
        );
    };
    show(
        app,
        "bank",
        bank.name,
        h("h1", {}, `Pay ${amount}?`),
        h(
            "dl",
            { class: "lines" },
            h("div", { class: "line" }, h("dt", {}, "To"), h("dd", {}, merchant)),
            h("div", { class: "line" }, h("dt", {}, "From"), h("dd", {}, "Everyday 00-0000-0000000-00")),
            h("div", { class: "line" }, h("dt", {}, "Consent"), h("dd", {}, "This payment only")),
        ),
        button({ testid: "bank-approve", name: "Approve", class: "primary" }, () => void give("approved")),
        button({ testid: "bank-decline", name: "Decline", class: "secondary" }, () => void give("declined")),
    );
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
