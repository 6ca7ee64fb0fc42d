// One view on the sandbox's pages: documents one after another, each origin with its own storage, and the host's bridge.
// SPDX-License-Identifier: Apache-2.0

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { FakeElement } from "./dom.mjs";

const folder = `${process.env.TRANSOM_WEB_DIST}/sandbox/hubble`;
const script = (name) => new vm.Script(readFileSync(`${folder}/${name}`, "utf8"), { filename: name });
const scripts = {
    store: script("store/store.js"),
    gateway: script("gateway/gateway.js"),
    bank: script("bank/bank.js"),
    player: script("player.js"),
};

/** What the sandbox's server does with a request: which page it shows, or where it sends the client. */
function serve({ url, method = "GET", body = "" }) {
    const { origin, pathname } = new URL(url);
    const post = (path) => (method === "POST" ? { redirect: `${origin}${path}?${body}` } : undefined);
    switch (origin) {
        case "https://vouchers.myhubble.money":
        case "https://sdk.myhubble.money": {
            const base = origin.includes("vouchers") ? "/sdk/gc" : "";
            return pathname === `${base}/payment/callback` ? post(`${base}/payment/status`) : { page: "store" };
        }
        case "https://api.razorpay.com":
            return pathname === "/v1/checkout/embedded" ? post("/v1/checkout") : { page: "gateway" };
        case "https://acs.bank.example":
            return { page: "bank" };
        default:
            return undefined;
    }
}

export class Browser {
    /** @param options.play what the server asks for: `{name, stay?}`; `bridge: false` for a page outside a host. */
    constructor(options = {}) {
        this.play = options.play;
        this.bridge = options.bridge ?? true;
        this.framed = options.framed ?? false;
        /** Bodies that reached the handler `bridge`, as they came. */
        this.bodies = [];
        /** Objects that reached the parent window. */
        this.posted = [];
        /** Addresses outside the sandbox that the page went to. */
        this.outside = [];
        this.storage = new Map();
    }

    /** The messages, parsed. */
    get messages() {
        return this.bodies.map((body) => JSON.parse(body));
    }
    /** Their names in order: `app_ready`, `visit_home`, … */
    get names() {
        return this.messages.map((message) => message.action ?? message.event);
    }
    get address() {
        return this.location.href;
    }
    get page() {
        return this.body.getAttribute("data-page");
    }

    open(url) {
        this.navigate({ url });
        return this;
    }

    navigate(request) {
        const served = serve(request);
        if (served === undefined) {
            this.outside.push(request.url);
        } else if (served.redirect !== undefined) {
            this.navigate({ url: served.redirect });
        } else {
            this.load(request.url, served.page);
        }
    }

    load(url, page) {
        this.history = [{ url, state: null }];
        this.location = new URL(url);
        this.observers = [];
        this.URL = URL;
        this.Event = Event;
        const context = vm.createContext({});
        const document = this.document(page);
        const browser = this;
        // A document that was left goes on to exist, but not in this view.
        const alive = () => browser.current === document;
        this.current = document;
        const location = {
            get href() { return browser.location.href; },
            get origin() { return browser.location.origin; },
            get pathname() { return browser.location.pathname; },
            get search() { return browser.location.search; },
            assign: (to) => alive() && browser.navigate({ url: new URL(to, browser.location.href).href }),
        };
        const popstate = [];
        const history = {
            get state() { return browser.history.at(-1).state; },
            pushState: (state, _, to) => {
                browser.location = new URL(to, browser.location.href);
                browser.history.push({ url: browser.location.href, state });
            },
            replaceState: (state, _, to) => {
                browser.location = new URL(to, browser.location.href);
                browser.history[browser.history.length - 1] = { url: browser.location.href, state };
            },
            back: () => {
                browser.history.pop();
                const { url: to, state } = browser.history.at(-1);
                browser.location = new URL(to);
                for (const listener of popstate) {
                    listener({ state });
                }
            },
        };
        const origin = this.location.origin;
        if (!this.storage.has(origin)) {
            this.storage.set(origin, new Map());
        }
        const kept = this.storage.get(origin);
        Object.assign(context, {
            document,
            location,
            history,
            sessionStorage: {
                getItem: (name) => kept.get(name) ?? null,
                setItem: (name, value) => void kept.set(name, value),
            },
            navigator: {},
            crypto: webcrypto,
            console: { error: (text) => { throw new Error(text); } },
            setTimeout: (work, time) => setTimeout(() => alive() && work(), time),
            URL,
            URLSearchParams,
            Event,
            MutationObserver: class {
                constructor(callback) { this.callback = callback; }
                observe(element, { attributeFilter }) {
                    browser.observers.push({ element, attributeFilter, callback: this.callback });
                }
            },
            addEventListener: (type, listener) => void (type === "popstate" && popstate.push(listener)),
            scrollTo: () => {},
        });
        context.window = context;
        context.parent = this.framed ? { postMessage: (data) => this.posted.push(structuredClone(data)) } : context;
        if (this.bridge) {
            context.webkit = { messageHandlers: { bridge: { postMessage: (body) => this.bodies.push(body) } } };
        }
        if (this.play !== undefined) {
            scripts.player.runInContext(context);
        }
        scripts[page].runInContext(context);
    }

    document(page) {
        const element = (tag) => new FakeElement(tag, this);
        const root = element("html");
        this.body = element("body");
        this.body.setAttribute("data-page", "boot");
        const app = element("div");
        app.setAttribute("id", "app");
        this.body.append(app);
        root.append(this.body);
        if (this.play !== undefined && page !== undefined) {
            const tag = element("script");
            tag.setAttribute("data-play", this.play.name);
            tag.setAttribute("data-pace", "0");
            tag.setAttribute("data-stay", String(this.play.stay ?? false));
            root.append(tag);
        }
        return {
            body: this.body,
            documentElement: root,
            createElement: element,
            createElementNS: (_, tag) => element(tag),
            getElementById: (id) => root.find((each) => each.getAttribute("id") === id)[0] ?? null,
            querySelector: (selector) => root.querySelector(selector),
            set title(text) { root.title = text; },
        };
    }

    /** Called by an element whose attribute changed. */
    changed(element, attribute) {
        for (const observer of this.observers ?? []) {
            if (observer.element === element && observer.attributeFilter.includes(attribute)) {
                queueMicrotask(observer.callback);
            }
        }
    }

    /** The control with this data-testid. */
    control(testid) {
        const found = this.body.querySelector(`[data-testid="${testid}"]`);
        if (found === null) {
            throw new Error(`${this.address} has no ${testid}`);
        }
        return found;
    }
    click(testid) {
        this.control(testid).click();
        return this;
    }
    fill(testid, text) {
        const field = this.control(testid);
        field.value = text;
        field.dispatchEvent(new Event("input"));
        return this;
    }

    /** Everything on the page that a person can operate. */
    get controls() {
        return this.body.find(
            (each) =>
                ["a", "button", "select", "textarea", "summary"].includes(each.tag) ||
                (each.tag === "input" && each.getAttribute("type") !== "hidden"),
        );
    }

    /** Waits until a message of this name came. */
    async until(name) {
        for (let waited = 0; !this.names.includes(name); waited += 1) {
            if (waited > 2000) {
                throw new Error(`no ${name} at ${this.address}; there were ${this.names.join(", ")}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return this;
    }
}
