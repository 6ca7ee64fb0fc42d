// The vendor's hidden frame in the merchant's page: says whether the customer has a card, and nothing else.
// SPDX-License-Identifier: Apache-2.0

import { customer } from "../session";

window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.data === "card-is-present") {
        event.ports[0]?.postMessage(customer() !== undefined);
    }
});
document.body.dataset["page"] = "payframe";
