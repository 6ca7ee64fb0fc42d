// The home page: its cards, what it asks of the host, and what it says of the answers.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { FakeElement } from "../testing/dom.mjs";

const script = readFileSync(`${process.env.TRANSOM_WEB_DIST}/home/page/assets/home.js`, "utf8");
const names = ["hubble", "googlepay", "xcover", "volley", "ukey"];
const offersOf = (environment, all = names) => ({ integrations: all.map((name) => ({ name, summary: name, environment })) });

/** The page with a host that answers as it is told; without one where `host` is null. */
async function home(host = { status: () => Promise.resolve(offersOf("sandbox")) }) {
    const commands = [];
    const page = { changed() {}, focused: null, URL, Event };
    const element = (tag) => new FakeElement(tag, page);
    const body = element("body");
    const app = element("div");
    app.setAttribute("id", "app");
    body.append(app);
    const context = {
        document: {
            body,
            createElement: element,
            createElementNS: (_, tag) => element(tag),
            getElementById: (id) => (id === "app" ? app : null),
        },
        crypto: webcrypto,
        URL,
        Event,
        Error,
    };
    context.window = context;
    if (host !== null) {
        context.webkit = {
            messageHandlers: {
                transom: {
                    postMessage: (command) => {
                        commands.push(structuredClone(command));
                        return host[command.command](command);
                    },
                },
            },
        };
    }
    vm.createContext(context);
    vm.runInContext(script, context);
    const control = (testid) => body.querySelector(`[data-testid="${testid}"]`);
    const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
    await settle();
    return { body, commands, page, control, settle, shown: () => body.getAttribute("data-page") };
}

/** A host that opens, and whose answers the test gives. */
function host(environment = "sandbox") {
    const waiting = [];
    return {
        status: () => Promise.resolve(offersOf(environment)),
        open: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
        waiting,
    };
}

test("there is a card for each vendor, with a name for those who do not see it", async () => {
    const { body, control, shown } = await home();
    assert.equal(shown(), "home");
    for (const name of names) {
        const card = control(`card-${name}`);
        assert.equal(card.tag, "button");
        assert.match(card.getAttribute("aria-label"), /, with /);
        assert.equal(card.hasAttribute("disabled"), false);
    }
    const buttons = body.find((each) => ["a", "button", "input"].includes(each.tag));
    assert.equal(buttons.length, names.length, "nothing else is to be operated");
    assert.ok(body.textContent.includes("Sandbox"));
});

test("what the host does not offer cannot be pressed, and nothing says sandbox in production", async () => {
    const opened = host();
    opened.status = () => Promise.resolve(offersOf("production", ["volley"]));
    const page = await home(opened);
    assert.equal(page.control("card-hubble").hasAttribute("disabled"), true);
    assert.equal(page.control("state-hubble").textContent, "Not here yet");
    page.control("card-hubble").click();
    assert.deepEqual(page.commands.map((each) => each.command), ["status"]);
    assert.equal(page.body.textContent.includes("Sandbox"), false);
});

test("in the sandbox a card gives parameters of its own, and outside it none", async () => {
    const sandbox = host();
    const first = await home(sandbox);
    first.control("card-volley").click();
    const [command] = first.commands.slice(-1);
    assert.equal(command.command, "open");
    assert.equal(command.integration, "volley");
    assert.match(command.parameters.requestId, /^request_[0-9a-f]{18}$/);
    const real = await home(host("production"));
    real.control("card-volley").click();
    assert.deepEqual(real.commands.at(-1), { command: "open", integration: "volley", parameters: {} });
});

test("each payment of the sandbox is a request of its own", async () => {
    const opened = host();
    const { control, commands, settle } = await home(opened);
    for (let round = 0; round < 2; round += 1) {
        control("card-volley").click();
        opened.waiting[round].resolve({ outcome: "closed" });
        await settle();
    }
    const ids = commands.filter((each) => each.command === "open").map((each) => each.parameters.requestId);
    assert.equal(new Set(ids).size, 2);
});

test("one thing is opened at a time, and the card is busy until its answer", async () => {
    const opened = host();
    const { control, commands, settle, shown } = await home(opened);
    control("card-hubble").click();
    control("card-xcover").click();
    assert.deepEqual(commands.map((each) => each.integration ?? each.command), ["status", "hubble"]);
    assert.equal(shown(), "away");
    assert.equal(control("card-hubble").getAttribute("aria-busy"), "true");
    opened.waiting[0].resolve({ outcome: "closed" });
    await settle();
    assert.equal(shown(), "home");
    assert.equal(control("card-hubble").hasAttribute("aria-busy"), false);
});

test("every answer is said in words and on the card, and the focus is back where it was", async () => {
    const answers = [
        [{ outcome: "completed", data: { status: "success" } }, "Pay from your bank: paid", "Paid", "good"],
        [{ outcome: "closed" }, "Pay from your bank: closed before it was done", "Closed", "plain"],
        [{ outcome: "expired" }, "Pay from your bank: the time was over", "Expired", "bad"],
        [{ outcome: "failed", reason: "no <b>request</b>" }, "Pay from your bank: no <b>request</b>", "Failed", "bad"],
    ];
    const opened = host();
    const { control, settle, page, body } = await home(opened);
    for (const [index, [answer, words, badge, kind]] of answers.entries()) {
        page.focused = null;
        control("card-volley").click();
        opened.waiting[index].resolve(answer);
        await settle();
        assert.equal(control("news").textContent, words);
        assert.equal(control("news").getAttribute("role"), "status");
        assert.equal(control("state-volley").textContent, badge);
        assert.ok(control("state-volley").getAttribute("class").includes(kind));
        assert.equal(JSON.parse(control("answer").textContent).outcome, answer.outcome);
        assert.equal(page.focused, control("card-volley"));
    }
    assert.deepEqual(body.find((each) => each.tag === "b" && each.textContent === "request"), [], "no markup of a reason");
});

test("a promise that is rejected, and a page without a host, end in a sentence", async () => {
    const opened = host();
    const { control, settle, shown } = await home(opened);
    control("card-volley").click();
    opened.waiting[0].reject(new Error("the message was refused: rate"));
    await settle();
    assert.equal(control("news").textContent, "Pay from your bank: the message was refused: rate");
    assert.equal(shown(), "home");
    const alone = await home(null);
    assert.equal(alone.shown(), "home");
    for (const name of names) {
        assert.equal(alone.control(`card-${name}`).hasAttribute("disabled"), true);
    }
});
