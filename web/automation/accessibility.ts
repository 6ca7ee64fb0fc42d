// Role and name of an element, as far as a tester's selectors need them.
// SPDX-License-Identifier: Apache-2.0

import { isImage, isInput, isSelect } from "./kinds";

const inputRoles: Record<string, string> = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox",
    url: "textbox", password: "textbox",
};

const tagRoles: Record<string, string> = {
    BUTTON: "button", TEXTAREA: "textbox", OPTION: "option", IMG: "img", NAV: "navigation", MAIN: "main", FORM: "form",
    UL: "list", OL: "list", LI: "listitem", TABLE: "table", TR: "row", TD: "cell", TH: "columnheader", DIALOG: "dialog",
    H1: "heading", H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", PROGRESS: "progressbar",
    SUMMARY: "button", ARTICLE: "article", HEADER: "banner", FOOTER: "contentinfo", OUTPUT: "status",
};

/** The role that an element says it has, or that its kind has. */
export function roleOf(element: Element): string | undefined {
    const said = element.getAttribute("role")?.trim().split(/\s+/)[0];
    if (said) {
        return said;
    }
    if (isInput(element)) {
        return inputRoles[element.type];
    }
    if (isSelect(element)) {
        return element.multiple || element.size > 1 ? "listbox" : "combobox";
    }
    if (element.tagName === "A" || element.tagName === "AREA") {
        return element.hasAttribute("href") ? "link" : undefined;
    }
    return tagRoles[element.tagName];
}

/** The name that a screen reader would say: what the author gave, else the label, else the content. */
export function nameOf(element: Element): string {
    const labelledBy = element.getAttribute("aria-labelledby");
    if (labelledBy) {
        const root = element.getRootNode() as Document | ShadowRoot;
        const texts = labelledBy.split(/\s+/).map((id) => root.getElementById(id)?.textContent ?? "");
        return texts.join(" ");
    }
    const label = element.getAttribute("aria-label");
    if (label) {
        return label;
    }
    const labels = (element as Partial<HTMLInputElement>).labels;
    if (labels && labels.length > 0) {
        return [...labels].map((each) => each.textContent ?? "").join(" ");
    }
    if (isInput(element) && ["button", "submit", "reset"].includes(element.type)) {
        return element.value;
    }
    if (isImage(element)) {
        return element.alt;
    }
    const content = element.textContent?.trim();
    return content || element.getAttribute("title") || element.getAttribute("placeholder") || "";
}
