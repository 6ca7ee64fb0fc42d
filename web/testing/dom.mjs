// As much of a document as the sandbox pages use, so that their tests need no browser.
// SPDX-License-Identifier: Apache-2.0

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class FakeText {
    constructor(text) {
        this.text = text;
    }
    get textContent() {
        return this.text;
    }
}

export class FakeElement {
    constructor(tag, page) {
        this.tag = tag.toLowerCase();
        this.page = page;
        this.attributes = new Map();
        this.children = [];
        this.parent = null;
        this.style = {};
        this.listeners = [];
        this.dataset = new Proxy(
            {},
            {
                get: (_, name) => this.attributes.get(`data-${kebab(name)}`),
                set: (_, name, value) => {
                    this.setAttribute(`data-${kebab(name)}`, value);
                    return true;
                },
            },
        );
        this.classList = {
            add: (name) => this.classes((set) => set.add(name)),
            remove: (name) => this.classes((set) => set.delete(name)),
            contains: (name) => this.classes((set) => set.has(name)),
            toggle: (name, on) => this.classes((set) => (on ? set.add(name) : set.delete(name))),
        };
    }

    classes(change) {
        const set = new Set((this.attributes.get("class") ?? "").split(" ").filter(Boolean));
        const result = change(set);
        this.attributes.set("class", [...set].join(" "));
        return result;
    }

    setAttribute(name, value) {
        this.attributes.set(name, String(value));
        this.page.changed(this, name);
    }
    getAttribute(name) {
        return this.attributes.get(name) ?? null;
    }
    removeAttribute(name) {
        this.attributes.delete(name);
    }
    get className() {
        return this.getAttribute("class") ?? "";
    }
    set className(names) {
        this.setAttribute("class", names);
    }
    hasAttribute(name) {
        return this.attributes.has(name);
    }
    toggleAttribute(name, on) {
        if (on) {
            this.setAttribute(name, "");
        } else {
            this.attributes.delete(name);
        }
    }

    append(...nodes) {
        for (const node of nodes) {
            const child = typeof node === "string" ? new FakeText(node) : node;
            child.parent = this;
            this.children.push(child);
        }
    }
    replaceChildren(...nodes) {
        for (const child of this.children) {
            child.parent = null;
        }
        this.children = [];
        this.append(...nodes);
    }

    get textContent() {
        return this.children.map((child) => child.textContent).join("");
    }
    set textContent(text) {
        this.replaceChildren(text);
    }

    get hidden() {
        return this.hasAttribute("hidden");
    }
    set hidden(on) {
        this.toggleAttribute("hidden", on);
    }
    get value() {
        return this.typed ?? this.getAttribute("value") ?? "";
    }
    set value(text) {
        this.typed = text;
    }
    get checked() {
        return this.ticked ?? this.hasAttribute("checked");
    }
    get href() {
        return new this.page.URL(this.getAttribute("href"), this.page.location.href).href;
    }

    addEventListener(type, listener) {
        this.listeners.push([type, listener]);
    }
    dispatchEvent(event) {
        for (const [type, listener] of this.listeners) {
            if (type === event.type) {
                listener(event);
            }
        }
        return !event.defaultPrevented;
    }

    click() {
        if (this.hasAttribute("disabled")) {
            return;
        }
        if (this.tag === "input" && ["radio", "checkbox"].includes(this.getAttribute("type"))) {
            this.ticked = this.getAttribute("type") === "radio" || !this.checked;
            this.dispatchEvent(new this.page.Event("change"));
        }
        const goesOn = this.dispatchEvent(new this.page.Event("click", { cancelable: true }));
        if (goesOn && this.tag === "a") {
            this.page.navigate({ url: this.href, target: this.getAttribute("target") });
        }
    }
    submit() {
        const fields = this.find((element) => element.tag === "input").map((input) => [
            input.getAttribute("name"),
            input.value,
        ]);
        this.page.navigate({
            url: new this.page.URL(this.getAttribute("action"), this.page.location.href).href,
            method: this.getAttribute("method")?.toUpperCase() ?? "GET",
            body: new URLSearchParams(fields).toString(),
        });
    }
    showModal() {
        this.setAttribute("open", "");
    }
    close() {
        this.toggleAttribute("open", false);
    }
    scrollIntoView() {}
    focus() {
        this.page.focused = this;
    }

    /** All elements below that a test holds for. */
    find(test) {
        return this.children.flatMap((child) =>
            child instanceof FakeElement ? [...(test(child) ? [child] : []), ...child.find(test)] : [],
        );
    }
    querySelector(selector) {
        const [, tag, name, value] = /^(\w*)\[([\w-]+)(?:="([^"]*)")?\]$/.exec(selector) ?? [];
        if (name === undefined) {
            throw new Error(`the fake document does not know the selector ${selector}`);
        }
        return (
            this.find(
                (element) =>
                    (tag === "" || element.tag === tag) &&
                    element.hasAttribute(name) &&
                    (value === undefined || element.getAttribute(name) === value),
            )[0] ?? null
        );
    }
}

