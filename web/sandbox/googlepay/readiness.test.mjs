// The stand-in for the vendor's script: which browsers and merchants it has a button for.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { FakeElement } from "../../testing/dom.mjs";

const script = readFileSync(`${process.env.TRANSOM_WEB_DIST}/sandbox/googlepay/scripts/pay.js`, "utf8");

/** What WebKitGTK calls itself unless it is told otherwise. */
const ours = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15";
const card = (...auth) => ({ allowedPaymentMethods: [{ type: "CARD", parameters: { allowedAuthMethods: auth } }] });
const request = card("PAN_ONLY", "CRYPTOGRAM_3DS");

/** The script in a page of a browser. */
function client(userAgent, { isSecureContext = true, popup = null } = {}) {
    const opened = [];
    const element = (tag) => Object.assign(new FakeElement(tag, { changed() {} }), { style: {} });
    const window = {
        isSecureContext,
        navigator: { userAgent },
        document: { createElement: element, body: element("body") },
        location: { origin: "https://shop.example" },
        screen: { width: 1920, height: 1080, availWidth: 1920, availHeight: 1040 },
        open: (...all) => { opened.push(all); return popup; },
        addEventListener: () => {},
        removeEventListener: () => {},
        setInterval: () => 0,
        clearInterval: () => {},
        setTimeout,
        URL,
        URLSearchParams,
        MessageChannel,
    };
    window.window = window;
    vm.createContext(window);
    vm.runInContext(script, window);
    return { client: new window.google.payments.api.PaymentsClient({ environment: "TEST" }), opened, body: window.document.body };
}

const ready = async (userAgent, asked = request) => (await client(userAgent).client.isReadyToPay(asked)).result;

test("the host's own browser is ready, and not without Safari", async () => {
    assert.equal(await ready(ours), true);
    assert.equal(await ready(ours.replace(/ Safari\S*/, "")), false);
    assert.equal(await ready(""), false);
});

test("each mark of a browser is enough", async () => {
    for (const mark of ["Chrome", "Firefox", "Safari"]) {
        assert.equal(await ready(`Mozilla/5.0 ${mark}/1`), true, mark);
        assert.equal(await ready(`Mozilla/5.0 ${mark.toLowerCase()}/1`), false, mark);
    }
});

test("each refused mark takes the button away, a pair only together", async () => {
    for (const mark of ["GSA/300", "OPA/1", "FxiOS/120", "Instagram 300", "[FB_IAB/FB4A]", "AndroidMapsWebView"]) {
        assert.equal(await ready(`${ours} ${mark}`), false, mark);
    }
    assert.equal(await ready("Mozilla/5.0 Chrome/1 GSA/300"), true);
    assert.equal(await ready("Mozilla/5.0 Firefox/1 OPA/1"), true);
});

test("a merchant that takes tokenised cards alone, or no cards, gets no button", async () => {
    assert.equal(await ready(ours, card("CRYPTOGRAM_3DS")), false);
    assert.equal(await ready(ours, card("PAN_ONLY")), true);
    assert.equal(await ready(ours, { allowedPaymentMethods: [{ type: "PAYPAL" }] }), false);
    assert.equal(await ready(ours, {}), false);
});

test("a page that is not a secure context is the developer's mistake", async () => {
    const { client: insecure, opened } = client(ours, { isSecureContext: false });
    await assert.rejects(insecure.isReadyToPay(request), { statusCode: "DEVELOPER_ERROR" });
    await assert.rejects(insecure.loadPaymentData({ ...request, transactionInfo: {} }), { statusCode: "DEVELOPER_ERROR" });
    assert.deepEqual(opened, []);
});

test("the window is asked for by the vendor's name and size, and where there is none the call fails", async () => {
    const { client: payments, opened } = client(ours);
    await assert.rejects(payments.loadPaymentData({ ...request, transactionInfo: {} }), {
        statusCode: "CANCELED", statusMessage: "failed to open window",
    });
    assert.deepEqual(opened, [
        ["about:blank", "gp-js-popup", "height=600,width=600,resizable=yes,scrollbars=yes,left=660,top=240"],
    ]);
});

test("the hidden frame names the page and the merchant, and nothing of a payment", () => {
    const { body } = client(ours);
    const [frame] = body.find((each) => each.tag === "iframe");
    assert.equal(frame.getAttribute("src"), "https://pay.google.com/gp/p/ui/payframe?origin=https%3A%2F%2Fshop.example&mid=");
});
