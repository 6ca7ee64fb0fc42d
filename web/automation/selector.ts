// Finds elements as a tester names them: by CSS, by text, by role and accessible name, or by test id.
// SPDX-License-Identifier: Apache-2.0

import { nameOf, roleOf } from "./accessibility";
import { isFrame, isInput } from "./kinds";

export class SelectorError extends Error {}

/** Collapses white space, as a reader does. */
export const words = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/** A wish about a text: in quotes the whole text and its case count, else a part of it and no case. */
function textTest(wanted: string): (text: string) => boolean {
    const exact = /^"(.*)"$/s.exec(wanted)?.[1];
    if (exact !== undefined) {
        const whole = words(exact);
        return (text) => words(text) === whole;
    }
    const part = words(wanted).toLowerCase();
    if (part === "") {
        throw new SelectorError("text= has no text after it");
    }
    return (text) => words(text).toLowerCase().includes(part);
}

/** Every element of a document, those of open shadow roots and of frames of the same origin included. */
function* elements(root: Document | ShadowRoot): Generator<Element> {
    for (const element of root.querySelectorAll("*")) {
        yield element;
        if (element.shadowRoot) {
            yield* elements(element.shadowRoot);
        }
        if (isFrame(element)) {
            // Null for a frame of another origin.
            const inner = element.contentDocument;
            if (inner) {
                yield* elements(inner);
            }
        }
    }
}

function byText(wanted: string): Element[] {
    const test = textTest(wanted);
    const isSkipped = (element: Element): boolean => ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(element.tagName);
    const textOf = (element: Element): string => {
        const isButton = isInput(element) && ["button", "submit", "reset"].includes(element.type);
        return isButton ? element.value : (element.textContent ?? "");
    };
    const found = [...elements(document)].filter((element) => !isSkipped(element) && test(textOf(element)));
    // Only the innermost: what holds it has the same text.
    return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}

function byRole(wanted: string): Element[] {
    const parts = /^([a-z]+)(?:\[name=(.+)\])?$/s.exec(wanted.trim());
    if (!parts) {
        throw new SelectorError(`role=${wanted} is not written as role=button or role=button[name="Pay"]`);
    }
    const test = parts[2] === undefined ? () => true : textTest(parts[2]);
    return [...elements(document)].filter((element) => roleOf(element) === parts[1] && test(nameOf(element)));
}

function byCSS(selector: string): Element[] {
    try {
        document.createDocumentFragment().querySelector(selector);
    } catch {
        throw new SelectorError(`${selector} is no CSS selector; text=, role= and testid= are possible too`);
    }
    return [...elements(document)].filter((element) => element.matches(selector));
}

/** The elements that a selector names, in the order of the document. */
export function find(selector: string): Element[] {
    const [, kind, rest] = /^(text|role|testid|css)=(.*)$/s.exec(selector) ?? [];
    switch (kind) {
        case "text":
            return byText(rest ?? "");
        case "role":
            return byRole(rest ?? "");
        case "testid":
            return [...elements(document)].filter((element) => element.getAttribute("data-testid") === rest);
        case "css":
            return byCSS(rest ?? "");
        default:
            return byCSS(selector);
    }
}
