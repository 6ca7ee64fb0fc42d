// The reader of payment results in a merchant's page, with windows that keep to the protocol and others that do not.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const script = readFileSync(`${process.env.TRANSOM_WEB_DIST}/bridge/googlepay-result.js`, "utf8");
const vendor = "https://pay.google.com";

/** A merchant's page with the script in it, and a clock that only the test moves. */
function page({ handler = "googlepay" } = {}) {
    const received = [];
    const listeners = [];
    const timers = new Map();
    let now = 0;
    let ids = 0;
    const arm = (every) => (work, time) => {
        ids += 1;
        timers.set(ids, { work, due: now + time, every: every ? time : 0 });
        return ids;
    };
    const window = {
        webkit: { messageHandlers: { [handler]: { postMessage: (body) => received.push(structuredClone(body)) } } },
        addEventListener: (type, listener) => type === "message" && listeners.push(listener),
        performance: { now: () => now },
        setTimeout: arm(false),
        setInterval: arm(true),
        clearInterval: (id) => timers.delete(id),
    };
    window.window = window;
    vm.runInContext(
        `(function (TRANSOM_RESULT_HANDLER) {\n${script}\n})("googlepay")`,
        vm.createContext(window),
    );
    // In a context the global object is another one than the object it was made from, and that is what opened the window.
    const self = vm.runInContext("globalThis", window);
    return {
        received,
        timers,
        listeners,
        open: () => {
            const popup = { opener: self, closed: false };
            popup.top = popup;
            return popup;
        },
        message: (source, cmd, payload, more = {}) => {
            const event = {
                isTrusted: true, origin: vendor, source, data: { sentinel: "__ACTIVITIES__", cmd, payload }, ...more,
            };
            for (const listener of listeners) listener(event);
        },
        advance: (time) => {
            const end = now + time;
            for (;;) {
                const next = [...timers].filter(([, timer]) => timer.due <= end).sort((a, b) => a[1].due - b[1].due)[0];
                if (next === undefined) break;
                const [id, timer] = next;
                now = timer.due;
                if (timer.every > 0) timer.due += timer.every;
                else timers.delete(id);
                timer.work();
            }
            now = end;
        },
    };
}

test("a result is told with its code and the time it took, and without its data", () => {
    const { received, open, message, advance, timers } = page();
    const popup = open();
    message(popup, "connect", { acceptsChannel: false });
    advance(12_250);
    message(popup, "result", { code: "ok", data: { token: "CANARY" }, CANARY: 1 });
    assert.deepEqual(received, [{ code: "ok", seconds: 12.25 }]);
    assert.equal(timers.size, 0);
});

test("every code is told, and a malformed one is left to the host to refuse", () => {
    for (const [payload, code] of [
        [{ code: "canceled" }, "canceled"], [{ code: "failed", data: {} }, "failed"], [{ code: "odd" }, "odd"],
        [{ code: "x".repeat(99) }, "x".repeat(64)], [{ code: 7 }, null], [{ code: { ok: 1 } }, null], [{}, null],
        [null, null], ["ok", null], [undefined, null],
    ]) {
        const { received, open, message } = page();
        const popup = open();
        message(popup, "connect");
        message(popup, "result", payload);
        assert.deepEqual(received, [{ code, seconds: 0 }]);
    }
});

test("a window gives one result, and another one after it connects again", () => {
    const { received, open, message } = page();
    const popup = open();
    message(popup, "connect");
    message(popup, "result", { code: "failed" });
    message(popup, "result", { code: "ok" });
    assert.equal(received.length, 1);
    message(popup, "connect");
    message(popup, "result", { code: "ok" });
    assert.deepEqual(received.map(({ code }) => code), ["failed", "ok"]);
});

test("a window that is closed without a result is a cancelled payment, three seconds later", () => {
    const { received, open, message, advance, timers } = page();
    const popup = open();
    message(popup, "connect");
    advance(5000);
    popup.closed = true;
    advance(3400);
    assert.deepEqual(received, []);
    advance(200);
    assert.deepEqual(received, [{ code: "canceled", seconds: 8.5 }]);
    advance(60_000);
    assert.equal(received.length, 1);
    assert.equal(timers.size, 0);
});

test("a result that comes right after the window is closed counts", () => {
    const { received, open, message, advance } = page();
    const popup = open();
    message(popup, "connect");
    popup.closed = true;
    popup.opener = null;
    popup.top = null;
    advance(1000);
    message(popup, "result", { code: "ok" });
    advance(60_000);
    assert.deepEqual(received.map(({ code }) => code), ["ok"]);
});

test("nobody but a window that this page opened is heard", () => {
    const { received, open, message } = page();
    const frame = { opener: null, closed: false, top: {} };
    const framed = open();
    framed.top = {};
    const foreign = open();
    foreign.opener = {};
    for (const source of [frame, framed, foreign, null, {}]) {
        message(source, "connect");
        message(source, "result", { code: "ok" });
    }
    assert.deepEqual(received, []);
});

test("no other origin is heard, nor an event that a script made", () => {
    const { received, open, message } = page();
    const popup = open();
    for (const origin of [
        "https://pay.google.com.evil.example", "http://pay.google.com", "https://pay.google.com:8443",
        "https://evil.example", "null", "",
    ]) {
        message(popup, "connect", {}, { origin });
        message(popup, "result", { code: "ok" }, { origin });
    }
    message(popup, "connect", {}, { isTrusted: false });
    message(popup, "result", { code: "ok" }, { isTrusted: false });
    assert.deepEqual(received, []);
    message(popup, "connect");
    message(popup, "result", { code: "ok" }, { origin: "https://evil.example" });
    message(popup, "result", { code: "ok" }, { isTrusted: false });
    assert.deepEqual(received, []);
});

test("a result of a window that has not connected is none", () => {
    const { received, open, message } = page();
    message(open(), "result", { code: "ok" });
    assert.deepEqual(received, []);
});

test("what is no activity is left alone, and the other activities tell nothing", () => {
    const { received, open, message } = page();
    const popup = open();
    message(popup, "connect");
    for (const data of [null, undefined, 7, "ok", [], {}, { cmd: "result", payload: { code: "ok" } }, { sentinel: "__OTHER__", cmd: "result" }]) {
        message(popup, "", {}, { data });
    }
    for (const cmd of ["msg", "check", "close", "start", "cnget", "cnset", "RESULT"]) {
        message(popup, cmd, { code: "ok" });
    }
    assert.deepEqual(received, []);
});

test("at most eight windows are followed at one time", () => {
    const { received, open, message, timers } = page();
    const popups = Array.from({ length: 20 }, open);
    for (const popup of popups) message(popup, "connect");
    assert.equal(timers.size, 8);
    for (const popup of popups) message(popup, "result", { code: "ok" });
    assert.equal(received.length, 8);
    assert.equal(timers.size, 0);
});

test("a document without the handler gets no listener", () => {
    assert.equal(page({ handler: "other" }).listeners.length, 0);
});
