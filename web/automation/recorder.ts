// Tells what a person does in a page, as the steps of a scenario.
// SPDX-License-Identifier: Apache-2.0
//
// Runs in every frame in a world of the host's own, as the body of a function with the argument `channel`: the name of the
// handler that takes the steps. What is typed into a field for a secret is not told.

import { nameOf, roleOf } from "./accessibility";
import { isInput, isSelect, isTextArea } from "./kinds";
import { find, words } from "./selector";

type Step =
    | { command: "click"; selector: string }
    | { command: "fill"; selector: string; text: string; secret?: boolean }
    | { command: "press"; key: string; selector?: string }
    | { command: "select"; selector: string; option: string };

interface Handlers {
    webkit?: { messageHandlers: Record<string, { postMessage(body: string): void } | undefined> };
}

const isSeen = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
};

/** Whether a selector names this element and no other that can be seen. */
function names(selector: string, element: Element): boolean {
    try {
        const seen = find(selector).filter(isSeen);
        return seen.length === 1 && seen[0] === element;
    } catch {
        return false;
    }
}

/** A path of tags that leads to the element: what is left where nothing names it. */
function path(element: Element): string {
    const parts: string[] = [];
    for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement) {
        if (each.id && /^[A-Za-z][\w-]*$/.test(each.id)) {
            parts.unshift(`#${each.id}`);
            break;
        }
        const tag = each.tagName.toLowerCase();
        const parent: Element | null = each.parentElement;
        const alike = parent ? [...parent.children].filter((child) => child.tagName === each?.tagName) : [];
        parts.unshift(alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(each) + 1})` : tag);
    }
    return parts.join(" > ");
}

/** How a tester would name the element: by its test id, its role and name, its text, or its place. */
export function selectorOf(element: Element): string {
    const testid = element.getAttribute("data-testid");
    if (testid && names(`testid=${testid}`, element)) return `testid=${testid}`;
    const role = roleOf(element);
    const name = words(nameOf(element));
    if (role && name && name.length <= 60 && !name.includes('"')) {
        const selector = `role=${role}[name="${name}"]`;
        if (names(selector, element)) return selector;
    }
    const text = words(element.textContent);
    if (text && text.length <= 60 && !text.includes('"') && names(`text="${text}"`, element)) return `text="${text}"`;
    return path(element);
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
    isTextArea(element) ||
    (isInput(element) && !["button", "submit", "reset", "checkbox", "radio", "file", "image", "range", "color"].includes(element.type));

/** What PictureMask blacks out as well, but for words that only happen to hold "pin" or "otp", such as "shipping". */
const isSecret = (element: HTMLInputElement | HTMLTextAreaElement): boolean =>
    (isInput(element) && element.type === "password") ||
    /(^|[\s_-])(cc-|one-time-code|current-password|new-password)/i.test(element.autocomplete) ||
    /card|cvc|cvv|passw|passphrase|(pin|otp)(code|number|value|input|field)?(?![a-z])/i.test(`${element.name} ${element.id} ${nameOf(element)}`);

/** What a click means: the control that it is in, else what was hit. */
const control = (element: Element): Element =>
    element.closest("button, a[href], summary, label, input, select, textarea, [role=button], [role=link], [data-testid]") ??
    element;

export function record(channel: string): void {
    const handlers = (window as unknown as Handlers).webkit?.messageHandlers;
    const tell = (step: Step): void => handlers?.[channel]?.postMessage(JSON.stringify(step));
    const told = new WeakMap<Element, string>();

    const fill = (element: HTMLInputElement | HTMLTextAreaElement): void => {
        if (told.get(element) === element.value) return;
        told.set(element, element.value);
        const secret = isSecret(element);
        const step: Step = { command: "fill", selector: selectorOf(element), text: secret ? "" : element.value };
        tell(secret ? { ...step, secret: true } : step);
    };
    const target = (event: Event): Element | undefined => {
        const first = event.composedPath()[0];
        return event.isTrusted && first instanceof Element ? first : undefined;
    };

    let label: Element | undefined;
    window.addEventListener("click", (event) => {
        const hit = target(event);
        // Without a button it is a key's doing, which is told as that.
        if (!hit || event.detail === 0) return;
        const element = control(hit);
        if (label && (label as HTMLLabelElement).control === element) {
            label = undefined;
            return;
        }
        label = element.tagName === "LABEL" ? element : undefined;
        if (isText(element) || isSelect(element) || element === document.body || element === document.documentElement) return;
        tell({ command: "click", selector: selectorOf(element) });
    }, true);
    window.addEventListener("focus", (event) => {
        const element = target(event);
        if (element && isText(element)) told.set(element, element.value);
    }, true);
    window.addEventListener("change", (event) => {
        const element = target(event);
        if (!element) return;
        if (isText(element)) fill(element);
        if (isSelect(element)) {
            const option = element.selectedOptions[0];
            if (option) tell({ command: "select", selector: selectorOf(element), option: words(option.label) });
        }
    }, true);
    window.addEventListener("keydown", (event) => {
        const element = target(event);
        if (!element || !["Enter", "Escape", " "].includes(event.key)) return;
        if (event.key === " " && (isText(element) || element === document.body)) return;
        if (isTextArea(element) && event.key === "Enter") return;
        if (isText(element)) fill(element);
        tell({ command: "press", key: event.key === " " ? "Space" : event.key });
    }, true);
}
