// A voucher's code, with a control that copies it.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../../common/controls";
import { h } from "../../../common/dom";
import { icon } from "../art";

export function voucher(code: string): HTMLElement {
    const said = h("span", { class: "sr-only", role: "status" });
    const copy = button(
        { testid: "copy-code", name: "Copy the voucher code", class: "round", content: [icon("copy")] },
        () => {
            // A host may refuse the clipboard; then the code is still there to be read.
            navigator.clipboard?.writeText(code).then(
                () => {
                    said.textContent = "Copied";
                    copy.replaceChildren(icon("check"));
                },
                () => {
                    said.textContent = "The clipboard is not available";
                },
            );
        },
    );
    return h(
        "div",
        { class: "voucher" },
        h("span", { class: "voucher-name" }, "Voucher code"),
        h("output", { class: "voucher-code", "data-testid": "voucher-code", "aria-label": "Voucher code" }, code),
        copy,
        said,
    );
}
