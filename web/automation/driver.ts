// The page's half of driving it: finds an element, waits until a person could use it, and says where it is.
// SPDX-License-Identifier: Apache-2.0
//
// Runs in a world of its own, as a function body with the argument `request`. The input itself is made by the host, as real
// events at the place that is returned, so that the page cannot tell it from a person's.

import { arrived, listen, type Kind } from "./arrivals";
import { isEditable, isInput, isSelect, isTextArea } from "./kinds";
import { find, words, SelectorError } from "./selector";

interface Request {
    action: "point" | "focus" | "choose" | "state" | "listen" | "arrived" | "place" | "frame";
    selector: string;
    /** Of `listen` and `arrived`: which input, in which document, and up to which number. */
    kind?: Kind;
    document?: string;
    count?: number;
    /** Of `frame`: which of the window's frames. */
    index?: number;
    /** Of `choose`: the option's value or label. */
    option?: string;
    /** Of `state`: whether the element has to be seen. */
    visible?: boolean;
    /** Milliseconds. */
    timeout: number;
}

type Answer =
    | { x: number; y: number; tag: string; text: string }
    | { problem: string }
    | { path: number[]; url: string }
    | ReturnType<typeof listen>;

/** Why an element cannot be used yet. */
class NotYet extends Error {}

const describe = (element: Element): string => {
    const name = element.tagName.toLowerCase();
    const id = element.id ? `#${element.id}` : "";
    const testid = element.getAttribute("data-testid");
    return `<${name}${id}${testid ? ` data-testid="${testid}"` : ""}>`;
};

const isVisible = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style?.visibility === "visible";
};

/** The one element that the selector names and that can be seen. */
function one(selector: string): Element {
    const found = find(selector);
    const seen = found.filter(isVisible);
    const [first] = seen;
    if (!first) {
        throw new NotYet(found.length === 0 ? `nothing matches ${selector}` : `${selector} is there and cannot be seen`);
    }
    if (seen.length > 1) {
        throw new NotYet(`${seen.length} elements match ${selector}: ${seen.slice(0, 3).map(describe).join(", ")}`);
    }
    return first;
}

/** Where the content of an element's frame begins in this window. */
function offset(element: Element): { x: number; y: number } {
    let x = 0;
    let y = 0;
    let view = element.ownerDocument.defaultView;
    while (view && view !== window) {
        const frame = view.frameElement;
        if (!frame) break;
        const box = frame.getBoundingClientRect();
        x += box.left + frame.clientLeft;
        y += box.top + frame.clientTop;
        view = frame.ownerDocument.defaultView;
    }
    return { x, y };
}

/** Which frame this is: the numbers that lead to it from the top window. */
function place(): { path: number[]; url: string } {
    const path: number[] = [];
    for (let view: Window = window; view !== view.top; view = view.parent) {
        let index = 0;
        while (index < view.parent.length && view.parent[index] !== view) index += 1;
        path.unshift(index);
    }
    return { path, url: location.href };
}

/** Where the content of one of this window's frames begins, scrolled to where a person can see it. */
async function frame(index: number): Promise<Answer> {
    const child = window[index];
    const element = [...document.querySelectorAll("iframe, frame")].find(
        (each) => (each as HTMLIFrameElement).contentWindow === child,
    );
    if (!child || !element) {
        throw new NotYet("the frame is not there");
    }
    if (!isVisible(element)) {
        throw new NotYet(`the frame ${describe(element)} cannot be seen`);
    }
    const visible = element.getBoundingClientRect();
    if (visible.bottom < 0 || visible.top > innerHeight || visible.right < 0 || visible.left > innerWidth) {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" as ScrollBehavior });
    }
    const before = boxOf(element);
    await nextFrame();
    if (boxOf(element) !== before) {
        throw new NotYet(`the frame ${describe(element)} moves`);
    }
    const box = element.getBoundingClientRect();
    return { x: box.left + element.clientLeft, y: box.top + element.clientTop, tag: "iframe", text: "" };
}

const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
        // A view that nobody sees paints no frame.
        const timer = setTimeout(resolve, 100);
        requestAnimationFrame(() => {
            clearTimeout(timer);
            resolve();
        });
    });

const boxOf = (element: Element): string => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].join(" ");
};

/** The middle of the element, when it rests, is enabled and nothing lies over it. */
async function point(selector: string): Promise<Answer> {
    const element = one(selector);
    if (element.matches(":disabled") || element.closest("[aria-disabled=true]")) {
        throw new NotYet(`${describe(element)} is disabled`);
    }
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" as ScrollBehavior });
    const before = boxOf(element);
    await nextFrame();
    if (boxOf(element) !== before) {
        throw new NotYet(`${describe(element)} moves`);
    }
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const root = element.getRootNode() as Document | ShadowRoot;
    const top = root.elementFromPoint(x, y);
    const label = element.closest("label");
    if (!top || !(element.contains(top) || top.contains(element) || label?.contains(top))) {
        throw new NotYet(`${describe(element)} is ${top ? `covered by ${describe(top)}` : "outside of the window"}`);
    }
    const { x: left, y: above } = offset(element);
    return { x: left + x, y: above + y, tag: element.tagName.toLowerCase(), text: words(element.textContent).slice(0, 200) };
}

/** Selects all that a field holds, so that what is typed next replaces it. */
function focus(selector: string): Answer {
    const element = one(selector);
    const isField = isInput(element) || isTextArea(element);
    if (!isField && !isEditable(element)) {
        return { problem: `${describe(element)} takes no text` };
    }
    if (isField && element.readOnly) {
        throw new NotYet(`${describe(element)} is read-only`);
    }
    element.focus();
    if (isField) {
        element.select();
    } else {
        element.ownerDocument.getSelection()?.selectAllChildren(element);
    }
    return { x: 0, y: 0, tag: element.tagName.toLowerCase(), text: isField ? element.value.slice(0, 200) : "" };
}

/** Chooses an option. The engine's own list is a window of its own, which no event of the page's view reaches. */
function choose(selector: string, option: string): Answer {
    const element = one(selector);
    if (!isSelect(element)) {
        return { problem: `${describe(element)} is no list` };
    }
    const found = [...element.options].find((each) => each.value === option || words(each.label) === words(option));
    if (!found) {
        const labels = [...element.options].map((each) => words(each.label)).join(", ");
        throw new NotYet(`${describe(element)} has no option ${option}; it has ${labels}`);
    }
    if (found.disabled) {
        throw new NotYet(`the option ${option} is disabled`);
    }
    element.focus();
    element.value = found.value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
    return { x: 0, y: 0, tag: "select", text: words(found.label) };
}

function state(selector: string): Answer {
    const element = one(selector);
    return { x: 0, y: 0, tag: element.tagName.toLowerCase(), text: words(element.textContent).slice(0, 200) };
}

function attempt(request: Request): Answer | Promise<Answer> {
    switch (request.action) {
        case "point":
            return point(request.selector);
        case "focus":
            return focus(request.selector);
        case "choose":
            return choose(request.selector, request.option ?? "");
        case "state":
            return state(request.selector);
        case "place":
            return place();
        case "frame":
            return frame(request.index ?? 0);
        case "listen":
            return listen(request.kind ?? "mouseup");
        case "arrived":
            return arrived(request.kind ?? "mouseup", request.document ?? "", request.count ?? 0, request.timeout).then(
                () => ({ x: 0, y: 0, tag: "", text: "" }),
            );
    }
}

/** Does what is asked, again and again until it can be done or the time is over. */
export async function perform(request: Request): Promise<Answer> {
    const end = performance.now() + request.timeout;
    for (;;) {
        try {
            return await attempt(request);
        } catch (error) {
            if (error instanceof SelectorError) {
                return { problem: error.message };
            }
            if (!(error instanceof NotYet)) {
                throw error;
            }
            if (performance.now() >= end) {
                return { problem: error.message };
            }
            await nextFrame();
        }
    }
}
