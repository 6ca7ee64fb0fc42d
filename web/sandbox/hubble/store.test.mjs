// The gift-card store's pages: the vendor's messages, the plays, and what a page must refuse.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser } from "../../testing/browser.mjs";

const store = "https://vouchers.myhubble.money/sdk/gc";
const opening = "clientId=acme&appSecret=canary-secret&token=canary-token&wrap-plt=ios";
const open = (route, query = "", options = {}) =>
    new Browser(options).open(`${store}${route}?${query === "" ? "" : `${query}&`}${opening}`);
const find = (browser, name) => browser.messages.find((message) => message.event === name || message.action === name);

const routes = [
    ["/", "home", "visit_home"],
    ["/buy/uber", "brand", "visit_brand_l2"],
    ["/search", "search", "visit_search"],
    ["/transactions", "transactions", "visit_transactions"],
    ["/transactions/order_S4NDB0X7K2", "transaction", "visit_transaction_detail"],
    ["/coin-transactions", "coin-transactions", "visit_coin_transactions"],
    ["/help", "help", "visit_help"],
    ["/terms", "terms", "visit_terms"],
];

test("every route says first that it is ready, then what is shown", () => {
    for (const [route, page, event] of routes) {
        const browser = open(route);
        assert.equal(browser.page, page);
        assert.deepEqual(browser.names, ["app_ready", event], route);
        assert.deepEqual(browser.messages[0], { type: "action", action: "app_ready" });
        assert.equal(typeof browser.messages[1].properties.isModal, "boolean", route);
    }
});

test("on iOS a message is JSON text; in a partner's frame it is an object; else there is none", () => {
    assert.equal(typeof open("/").bodies[0], "string");
    const framed = new Browser({ bridge: false, framed: true }).open(`${store}/?clientId=acme`);
    assert.deepEqual(framed.posted[0], { type: "action", action: "app_ready" });
    const inBrowser = new Browser({ bridge: false }).open(`${store}/?clientId=acme&wrap-plt=ios`);
    assert.equal(inBrowser.page, "home");
    assert.deepEqual([inBrowser.bodies, inBrowser.posted], [[], []]);
    const web = new Browser({ framed: true }).open(`${store}/?clientId=acme`);
    assert.deepEqual(web.bodies, []);
});

test("the store works at its other address", () => {
    const browser = new Browser().open(`https://sdk.myhubble.money/buy/uber?amount=250&${opening}`);
    assert.deepEqual(browser.names, ["app_ready", "visit_brand_l2"]);
    browser.click("continue").click("pay");
    assert.equal(new URL(browser.address).origin, "https://api.razorpay.com");
    browser.fill("upi-id", "me@bank").click("tab-card").click("card-pay");
    assert.equal(browser.page, "payment-success");
    assert.match(browser.address, /^https:\/\/sdk\.myhubble\.money\/payment\/success\?order=order_\d+$/);
});

test("credentials leave the address at once, and the route's own query stays", () => {
    const browser = open("/buy/uber", "amount=500");
    assert.equal(browser.address, `${store}/buy/uber?amount=500`);
    assert.doesNotMatch(JSON.stringify([...browser.storage.get("https://vouchers.myhubble.money")]), /canary/);
});

test("a missing or bad clientId is an error with a message, and nothing else", () => {
    for (const [query, word] of [["wrap-plt=ios", "missing"], ["clientId=&wrap-plt=ios", "missing"], ["clientId=bad-client&wrap-plt=ios", "not known"]]) {
        const browser = new Browser().open(`${store}/?${query}`);
        assert.equal(browser.page, "refused");
        assert.deepEqual(browser.names, ["error"]);
        assert.equal(browser.messages[0].type, "action");
        assert.match(browser.messages[0].message, new RegExp(word));
    }
});

test("a reload without the query goes on with the session, another view has none", () => {
    const browser = open("/").open(`${store}/search`);
    assert.deepEqual(browser.names, ["app_ready", "visit_home", "app_ready", "visit_search"]);
    assert.deepEqual(new Browser().open(`${store}/search`).names, []);
});

test("every control of every page has a data-testid of its own and an accessible name", () => {
    const pages = routes.map(([route]) => open(route));
    pages.push(open("/nowhere"), open("/checkout", "brandId=uber&amount=250"), open("/search", "category=FOOD"));
    const gateway = open("/buy/uber", "amount=250&skipToPayment=true");
    pages.push(gateway);
    const card = open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card");
    pages.push(card);
    pages.push(open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card").click("bank-step"));
    pages.push(open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card").click("card-pay"));
    pages.push(open("/buy/uber", "amount=250&skipToPayment=true").click("pay-fail"));
    const seen = new Set();
    for (const page of pages) {
        const testids = page.controls.map((control) => control.getAttribute("data-testid"));
        for (const control of page.controls) {
            const name = control.getAttribute("aria-label") ?? control.textContent;
            assert.notEqual(name.trim(), "", `${page.address}: a ${control.tag} has no name`);
            assert.ok(control.getAttribute("data-testid"), `${page.address}: ${name} has no data-testid`);
        }
        assert.equal(new Set(testids).size, testids.length, `${page.address}: ${testids.join(" ")}`);
        seen.add(page.page);
    }
    assert.deepEqual(
        ["bank", "gateway", "payment-failed", "payment-success"].filter((name) => !seen.has(name)),
        [],
    );
});

test("the play purchase buys a voucher and closes the store", async () => {
    const browser = open("/", "", { play: { name: "purchase" } });
    await browser.until("close");
    assert.deepEqual(browser.names, [
        "app_ready", "visit_home", "visit_brand_l2", "visit_checkout_summary", "payment_initiated", "app_ready",
        "payment_success", "voucher_generation_success", "visit_payment_success", "exited", "close",
    ]);
    assert.deepEqual(find(browser, "payment_initiated").properties, {
        brandName: "Saffron Table", amount: 500, paymentMode: "UPI", productId: "saffron-table", consumeCoins: false,
    });
    const paid = find(browser, "payment_success").properties;
    assert.match(paid.referenceId, /^order_\d{12}$/);
    assert.deepEqual({ ...paid, referenceId: "" }, { amount: 500, referenceId: "", provider: "RAZORPAY" });
});

test("the play fail ends in a failed payment and leaves from home", async () => {
    const browser = open("/", "", { play: { name: "fail" } });
    await browser.until("close");
    assert.deepEqual(browser.names, [
        "app_ready", "visit_home", "visit_brand_l2", "visit_checkout_summary", "payment_initiated", "app_ready",
        "payment_fail", "visit_payment_failed", "visit_home", "exited", "close",
    ]);
    assert.deepEqual(find(browser, "payment_fail").properties, {
        amount: 500, failureReason: "The bank declined the payment",
    });
    assert.deepEqual(find(browser, "exited").properties, { through: "home_back_button" });
});

test("the plays bad-client and stuck never get as far as ready", async () => {
    assert.deepEqual(open("/", "", { play: { name: "bad-client" } }).names, ["error"]);
    const stuck = open("/", "", { play: { name: "stuck" } });
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(stuck.names, []);
});

test("a play that stays ends on its last page, and the person goes on", async () => {
    const browser = open("/", "", { play: { name: "purchase", stay: true } });
    await browser.until("visit_payment_success");
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(browser.page, "payment-success");
    browser.click("back-home");
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(browser.page, "home");
});

test("nothing moves when no play is asked for", async () => {
    const browser = open("/", "play=purchase&data-play=purchase");
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(browser.names, ["app_ready", "visit_home"]);
});

test("a result counts once, however often its address is opened", () => {
    const browser = open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card").click("card-pay");
    const order = new URL(browser.address).searchParams.get("order");
    browser.open(`${store}/payment/status?razorpay_order_id=${order}&razorpay_payment_id=pay_1`);
    browser.open(`${store}/payment/status?razorpay_order_id=${order}&error%5Bdescription%5D=later`);
    assert.equal(browser.page, "payment-success");
    assert.equal(browser.names.filter((name) => name === "payment_success").length, 1);
    assert.ok(!browser.names.includes("payment_fail"));
});

test("a result for an order that nobody made changes nothing", () => {
    const browser = open("/payment/status", "razorpay_order_id=order_1&razorpay_payment_id=pay_1");
    assert.equal(browser.page, "missing");
    assert.ok(!browser.names.includes("payment_success"));
});

test("a brand's limits hold for the address as for the field", () => {
    for (const amount of ["99", "5001", "250.5", "1e3", "-250", "NaN", "", "abc"]) {
        const browser = open("/buy/uber", `amount=${amount}&skipToPayment=true`);
        const isOdd = !["1e3"].includes(amount);
        assert.equal(browser.page === "brand", isOdd, amount);
    }
    const browser = open("/buy/uber");
    for (const text of ["99", "5001", "12a", "", "-1"]) {
        browser.fill("amount", text);
        assert.ok(browser.control("continue").hasAttribute("disabled"), text);
    }
    browser.fill("amount", "777");
    assert.ok(!browser.control("continue").hasAttribute("disabled"));
});

test("coupons and coins are taken off, and coins alone pay without the gateway", () => {
    const browser = open("/buy/uber", "amount=1000&coupon=HELLO10&consumeCoins=true").click("continue");
    assert.deepEqual(find(browser, "visit_checkout_summary").properties, {
        brandName: "Uber", amount: 1000, couponCode: "HELLO10", useCoins: true, discount: 120, hubbleBaseDiscount: 20,
        isModal: false,
    });
    browser.click("pay");
    assert.equal(new URL(browser.address).searchParams.get("amount"), String((1000 - 20 - 100 - 240) * 100));
    const coins = open("/buy/uber", "amount=100&consumeCoins=true").click("continue").click("pay");
    assert.equal(coins.page, "payment-success");
    assert.deepEqual(find(coins, "coin_payment").properties, {
        amount: 100, coins: 98, baseDiscount: 2, couponDiscount: 0, totalDiscount: 2,
    });
});

test("a coupon chosen in its dialog is a modal event and changes the price", () => {
    const browser = open("/buy/uber", "amount=1000").click("coupons");
    assert.deepEqual(find(browser, "visit_coupons").properties, { isModal: true });
    browser.click("coupon-HELLO10").click("continue");
    assert.equal(find(browser, "visit_checkout_summary").properties.couponCode, "HELLO10");
});

test("search says what is typed, and a category has its own event", () => {
    const browser = open("/search").fill("search-field", "tui");
    assert.deepEqual(find(browser, "search_query").properties, { query: "tui" });
    assert.ok(browser.control("brand-tui-books"));
    assert.throws(() => browser.control("brand-uber"));
    assert.deepEqual(find(open("/search", "category=FOOD"), "visit_category").properties, {
        categoryName: "FOOD", isModal: false,
    });
});

test("text from the address is shown as text", () => {
    const browser = open("/buy/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assert.equal(browser.page, "missing");
    assert.equal(browser.body.find((each) => each.tag === "script").length, 0);
    assert.equal(open("/buy/%E0%A4%A").page, "missing");
});

test("links lead out, and the app is asked to open one", () => {
    const browser = open("/").click("launch-link").click("foreign-link");
    assert.deepEqual(find(browser, "launch_link"), {
        type: "action", action: "launch_link", properties: { link: "https://www.myhubble.money/" },
    });
    assert.deepEqual(browser.outside, ["https://www.uber.com/in/en/"]);
    const gateway = open("/buy/uber", "amount=250&skipToPayment=true").click("upi-phonepe").click("upi-any");
    assert.match(gateway.outside[0], /^phonepe:\/\/pay\?pa=sandbox%40transom&pn=Hubble&am=245\.00&cu=INR&tr=order_\d+$/);
    assert.match(gateway.outside[1], /^upi:\/\/pay\?/);
    gateway.click("upi-paid");
    assert.equal(gateway.page, "payment-success");
});

test("back buttons are there when they are asked for, and can leave", () => {
    assert.throws(() => open("/transactions").control("back"));
    assert.equal(open("/transactions", "showBackButton=true").click("back").page, "home");
    const browser = open("/transactions/order_S4NDB0X7K2", "exitOnBack=true").click("back");
    assert.deepEqual(browser.names.slice(-2), ["exited", "close"]);
    const inside = open("/").click("brand-uber").click("back");
    assert.equal(inside.page, "home");
});

test("the bank's check goes to the bank and back through the gateway", () => {
    const approved = open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card").click("bank-step");
    assert.equal(new URL(approved.address).origin, "https://acs.bank.example");
    approved.fill("otp", "123456").click("bank-approve");
    assert.equal(approved.page, "payment-success");
    const declined = open("/buy/uber", "amount=250&skipToPayment=true").click("tab-card").click("bank-step");
    declined.click("bank-decline");
    assert.equal(find(declined, "payment_fail").properties.failureReason, "The bank declined the payment");
});

test("gateway and bank send nobody to an address that is not theirs to send to", () => {
    const query = (callback) =>
        new URLSearchParams({ order_id: "order_1", amount: "100", callback_url: callback }).toString();
    for (const callback of [
        "https://evil.example/", "https://vouchers.myhubble.money.evil.example/", "https://vouchers.myhubble.money@evil.example/",
        "http://vouchers.myhubble.money/", "javascript:alert(1)", "https://vouchers.myhubble.money:8443/", "",
    ]) {
        assert.equal(new Browser().open(`https://api.razorpay.com/v1/checkout?${query(callback)}`).page, "gateway-refused");
        const bank = `https://acs.bank.example/3ds?${new URLSearchParams({ return_url: callback })}`;
        assert.equal(new Browser().open(bank).page, "bank-refused");
    }
    assert.equal(
        new Browser().open(`https://api.razorpay.com/v1/checkout?${query(`${store}/payment/callback`)}`).page,
        "gateway",
    );
});
