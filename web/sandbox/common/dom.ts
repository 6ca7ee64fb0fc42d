// Builds elements from data. Text always goes in as text: nothing in a sandbox page parses markup at run time.
// SPDX-License-Identifier: Apache-2.0

export type Child = Node | string | null | undefined | false;
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === true) {
            element.setAttribute(name, "");
        } else if (value !== undefined && value !== false) {
            element.setAttribute(name, value);
        }
    }
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) {
            element.append(child);
        }
    }
}

/** An HTML element with attributes and children; `false` and `undefined` leave an attribute or a child out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    fill(element, attributes, children);
    return element;
}

/** An SVG element, for pictures that need no file of their own. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
    fill(element, attributes, children);
    return element;
}

/** The element with this data-testid, if it is in the document. */
export function byTestId(testid: string): HTMLElement | null {
    return document.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
}
