// Every control of a sandbox page is made here, so that none is without a data-testid and an accessible name.
// SPDX-License-Identifier: Apache-2.0

import { Attributes, Child, h } from "./dom";

/** What a test and a screen reader know a control by. */
export interface Named {
    readonly testid: string;
    /** The accessible name; also the visible text where `content` is not given. */
    readonly name: string;
    readonly class?: string;
    readonly content?: readonly Child[];
}

const common = (named: Named, role: string): Attributes => ({
    "data-testid": named.testid,
    "aria-label": named.name,
    class: named.class ?? role,
});

/** A button that runs `press`. */
export function button(named: Named, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
    const element = h(
        "button",
        { type: "button", ...common(named, "button"), ...attributes },
        ...(named.content ?? [named.name]),
    );
    element.addEventListener("click", press);
    return element;
}

/** A link; `follow` takes a plain click over where the page navigates by itself. */
export function link(named: Named, href: string, follow?: () => void, attributes: Attributes = {}): HTMLAnchorElement {
    const element = h("a", { href, ...common(named, "link"), ...attributes }, ...(named.content ?? [named.name]));
    if (follow !== undefined) {
        element.addEventListener("click", (event) => {
            event.preventDefault();
            follow();
        });
    }
    return element;
}

/** A one-line text field with its label above it; Enter in it presses the button that `enter` gives. */
export function field(
    named: Named,
    attributes: Attributes = {},
    change?: (value: string) => void,
    enter?: () => HTMLButtonElement,
): { readonly row: HTMLElement; readonly input: HTMLInputElement } {
    const input = h("input", { type: "text", ...common(named, "input"), ...attributes });
    if (change !== undefined) {
        input.addEventListener("input", () => change(input.value));
    }
    if (enter !== undefined) {
        input.addEventListener("keydown", (event) => {
            // The Enter that ends the composition of a character is not one that sends the form.
            if (event.key === "Enter" && !event.isComposing) {
                event.preventDefault();
                enter().click();
            }
        });
    }
    return { row: h("label", { class: "field" }, h("span", { class: "field-name" }, named.name), input), input };
}

/** One choice of a group, or a switch: a radio button or check box inside its own label. */
export function choice(
    kind: "radio" | "checkbox",
    named: Named,
    attributes: Attributes,
    change: (checked: boolean) => void,
): HTMLLabelElement {
    const input = h("input", { type: kind, "data-testid": named.testid, "aria-label": named.name, ...attributes });
    input.addEventListener("change", () => change(input.checked));
    return h(
        "label",
        { class: named.class ?? "choice" },
        input,
        h("span", { class: "choice-body" }, ...(named.content ?? [named.name])),
    );
}
