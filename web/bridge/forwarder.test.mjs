// The forwarder in a page that works against it.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const script = readFileSync(`${process.env.TRANSOM_WEB_DIST}/bridge/forwarder.js`, "utf8");

/** A page with the forwarder in it, as the host injects it, before any script of the page. */
function page({ handler = "cgJourneyBridge", top = true, injections = 1 } = {}) {
    const received = [];
    const context = vm.createContext({});
    const setUp = vm.runInContext(
        `(function (origin, isTop, handlerName, received) {
            const listeners = [];
            const trusted = new WeakSet();
            globalThis.window = globalThis;
            globalThis.origin = origin;
            globalThis.top = isTop ? globalThis : {};
            globalThis.MessageEvent = class MessageEvent {
                #init;
                constructor(init) {
                    this.#init = init;
                    Object.defineProperty(this, "isTrusted", { get: () => trusted.has(this) });
                }
                get data() { return this.#init.data; }
                get source() { return this.#init.source; }
                get origin() { return this.#init.origin; }
                get ports() { return this.#init.ports ?? []; }
            };
            globalThis.addEventListener = (type, listener) => { if (type === "message") listeners.push(listener); };
            const prototype = { postMessage(body) { received.push(body); } };
            globalThis.webkit = { messageHandlers: { [handlerName]: Object.create(prototype) } };
            // The engine's own dispatch does not go through what a page can replace.
            const Event = globalThis.MessageEvent;
            const { apply } = Reflect;
            return (init, isTrusted) => {
                const event = new Event(init);
                if (isTrusted) trusted.add(event);
                for (let index = 0; index < listeners.length; index += 1) apply(listeners[index], globalThis, [event]);
            };
        })`,
        context,
    );
    const dispatch = setUp("https://xcj.xcover.com", top, handler, received);
    for (let injection = 0; injection < injections; injection += 1) {
        vm.runInContext(
            `(function (TRANSOM_FORWARD_SOURCE, TRANSOM_FORWARD_HANDLER) {\n${script}\n})("xcover-journeys", "cgJourneyBridge")`,
            context,
        );
    }
    const window = vm.runInContext("window", context);
    const message = (data, more = {}) =>
        dispatch({ data, source: window, origin: "https://xcj.xcover.com", ...more }, more.isTrusted ?? true);
    return { received, message, run: (code) => vm.runInContext(code, context) };
}

const ready = { source: "xcover-journeys", type: "CG_JOURNEY_READY" };

test("an envelope of the page is forwarded once, as it is", () => {
    const { received, message } = page();
    const envelope = { ...ready, payload: { policy_id: "P1", flags: [true, 0, null] } };
    message(envelope);
    assert.equal(received.length, 1);
    assert.equal(received[0], envelope);
});

test("a second injection in the same document does not forward twice", () => {
    const { received, message } = page({ injections: 2 });
    message(ready);
    assert.equal(received.length, 1);
});

test("messages of frames, popups, openers and other origins are not forwarded", () => {
    const { received, message } = page();
    message(ready, { source: {} });
    message(ready, { source: null });
    message(ready, { origin: "https://xcj.xcover.com.evil.example" });
    message(ready, { origin: "null" });
    assert.deepEqual(received, []);
});

test("an event that a script made is no message", () => {
    const { received, message } = page();
    message(ready, { isTrusted: false });
    assert.deepEqual(received, []);
});

test("what the host posts itself is not heard as the page's", () => {
    const { received, message } = page();
    message({ source: "xcover-journeys", type: "CG_JOURNEY_HIDE" }, { ports: [{}] });
    assert.deepEqual(received, []);
});

test("other data on the same window is left alone", () => {
    const { received, message } = page();
    for (const data of [null, undefined, 7, true, "xcover-journeys", [], {}, { source: ["xcover-journeys"] }]) {
        message(data);
    }
    message({ source: "xcover-journeys " });
    assert.deepEqual(received, []);
});

test("a source that only the prototype has does not count", () => {
    const { received, message, run } = page();
    run(`Object.prototype.source = "xcover-journeys"`);
    message(run(`({ type: "CG_JOURNEY_COMPLETE" })`));
    assert.deepEqual(received, []);
});

test("a page that replaces what the forwarder uses changes nothing", () => {
    const { received, message, run } = page();
    run(`
        const hostile = () => { throw new Error("taken over"); };
        JSON.stringify = hostile;
        window.addEventListener = hostile;
        window.postMessage = hostile;
        Reflect.apply = hostile;
        Reflect.getOwnPropertyDescriptor = hostile;
        Object.getOwnPropertyDescriptor = hostile;
        Object.defineProperty(MessageEvent.prototype, "source", { get: () => window });
        Object.defineProperty(MessageEvent.prototype, "origin", { get: () => window.origin });
        Object.defineProperty(MessageEvent.prototype, "data", { get: hostile });
        Object.defineProperty(MessageEvent.prototype, "ports", { get: hostile });
        Object.getPrototypeOf(webkit.messageHandlers.cgJourneyBridge).postMessage = hostile;
        webkit.messageHandlers.cgJourneyBridge = { postMessage: hostile };
        Array.prototype[Symbol.iterator] = hostile;
        Function.prototype.call = hostile;
        Function.prototype.apply = hostile;
    `);
    message(ready);
    assert.equal(received.length, 1);
    message(ready, { source: {} });
    message(ready, { origin: "https://evil.example" });
    assert.equal(received.length, 1);
});

test("a frame and a page without the handler get no listener", () => {
    const frame = page({ top: false });
    frame.message(ready);
    assert.deepEqual(frame.received, []);
    const other = page({ handler: "bridge" });
    other.message(ready);
    assert.deepEqual(other.received, []);
});
