// The grey veil that lies over the merchant's page while the payment window is open.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../common/controls";
import { h } from "../common/dom";

/** Covers the page until the result is called; a click on the veil raises the window. */
export function cover(popup: Window): () => void {
    const back = button({ testid: "veil-return", name: "Return to the payment window" }, () => popup.focus());
    // The merchant's policy allows no styles of ours in its page, so they are set one by one.
    Object.assign(back.style, {
        padding: "14px 22px",
        border: "1px solid #ffffff",
        borderRadius: "999px",
        background: "transparent",
        color: "#ffffff",
        font: "600 16px/1.3 sans-serif",
        cursor: "pointer",
    });
    const veil = h("sandbox-veil" as "div", { "data-testid": "veil" }, back);
    Object.assign(veil.style, {
        position: "fixed",
        inset: "0",
        zIndex: "2147483647",
        display: "grid",
        placeItems: "center",
        background: "rgba(20, 20, 24, 0.72)",
    });
    veil.addEventListener("click", () => popup.focus());
    document.body.append(veil);
    return () => veil.remove();
}
