"use strict";
(() => {
  // web/sandbox/common/dom.ts
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) {
        element.setAttribute(name, "");
      } else if (value !== void 0 && value !== false) {
        element.setAttribute(name, value);
      }
    }
    for (const child of children) {
      if (child !== null && child !== void 0 && child !== false) {
        element.append(child);
      }
    }
  }
  function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, attributes, children);
    return element;
  }

  // web/sandbox/common/controls.ts
  var common = (named, role) => ({
    "data-testid": named.testid,
    "aria-label": named.name,
    class: named.class ?? role
  });
  function button(named, press, attributes = {}) {
    const element = h(
      "button",
      { type: "button", ...common(named, "button"), ...attributes },
      ...named.content ?? [named.name]
    );
    element.addEventListener("click", press);
    return element;
  }
  function link(named, href, follow, attributes = {}) {
    const element = h("a", { href, ...common(named, "link"), ...attributes }, ...named.content ?? [named.name]);
    if (follow !== void 0) {
      element.addEventListener("click", (event) => {
        event.preventDefault();
        follow();
      });
    }
    return element;
  }
  function field(named, attributes = {}, change, enter) {
    const input = h("input", { type: "text", ...common(named, "input"), ...attributes });
    if (change !== void 0) {
      input.addEventListener("input", () => change(input.value));
    }
    if (enter !== void 0) {
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.isComposing) {
          event.preventDefault();
          enter().click();
        }
      });
    }
    return { row: h("label", { class: "field" }, h("span", { class: "field-name" }, named.name), input), input };
  }

  // web/sandbox/hubble/money.ts
  var format = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
  var rupees = (amount) => `₹${format.format(amount)}`;

  // web/sandbox/hubble/origins.ts
  var bankOrigin = "https://acs.bank.example";
  var storeOrigins = ["https://vouchers.myhubble.money", "https://sdk.myhubble.money"];
  function addressAt(origins, text) {
    if (text === null) {
      return void 0;
    }
    try {
      const url = new URL(text);
      return origins.includes(url.origin) ? url : void 0;
    } catch {
      return void 0;
    }
  }

  // web/sandbox/hubble/gateway/main.ts
  function readOrder(query) {
    const callback = addressAt(storeOrigins, query.get("callback_url"));
    const id = query.get("order_id") ?? "";
    const paise = query.get("amount") ?? "";
    if (callback === void 0 || !/^order_[A-Za-z0-9]{1,32}$/.test(id) || !/^[1-9][0-9]{0,9}$/.test(paise)) {
      return void 0;
    }
    return {
      id,
      amount: Number(paise) / 100,
      name: (query.get("name") ?? "").slice(0, 40),
      description: (query.get("description") ?? "").slice(0, 80),
      method: query.get("method") === "card" ? "card" : "upi",
      callback
    };
  }
  function answer(order, result) {
    const form = h(
      "form",
      { method: "post", action: order.callback.href, hidden: true },
      ...Object.entries({ razorpay_order_id: order.id, ...result }).map(
        ([name, value]) => h("input", { type: "hidden", name, value })
      )
    );
    document.body.append(form);
    form.submit();
  }
  var paid = (order) => answer(order, {
    razorpay_payment_id: order.id.replace("order_", "pay_"),
    razorpay_signature: "sandbox"
  });
  var failed = (order, reason, description) => answer(order, { "error[code]": "BAD_REQUEST_ERROR", "error[reason]": reason, "error[description]": description });
  var apps = [
    { testid: "upi-google-pay", name: "Google Pay", scheme: "tez://upi/pay" },
    { testid: "upi-phonepe", name: "PhonePe", scheme: "phonepe://pay" },
    { testid: "upi-paytm", name: "Paytm", scheme: "paytmmp://pay" },
    { testid: "upi-cred", name: "CRED", scheme: "credpay://upi/pay" },
    { testid: "upi-bhim", name: "BHIM", scheme: "bhim://upi/pay" },
    { testid: "upi-any", name: "Another UPI app", scheme: "upi://pay" }
  ];
  function intent(order) {
    const query = new URLSearchParams({
      pa: "sandbox@transom",
      pn: order.name,
      am: order.amount.toFixed(2),
      cu: "INR",
      tr: order.id
    });
    return query.toString().replace(/\+/g, "%20");
  }
  function upi(order, show) {
    const id = field(
      { testid: "upi-id", name: "UPI ID" },
      { placeholder: "name@bank", autocomplete: "off", inputmode: "email", maxlength: "60" },
      (value) => payButton.toggleAttribute("disabled", !/^[A-Za-z0-9._-]{2,}@[A-Za-z]{2,}$/.test(value)),
      () => payButton
    );
    const payButton = button(
      { testid: "upi-pay", name: `Pay ${rupees(order.amount)}`, class: "primary" },
      () => {
        show(h("p", { role: "status", class: "waiting" }, "Waiting for your approval in the UPI app…"));
        setTimeout(() => paid(order), 600);
      },
      { disabled: true }
    );
    const approved = button({ testid: "upi-paid", name: "I approved it in the app", class: "secondary" }, () => paid(order), {
      disabled: true
    });
    approved.hidden = true;
    return h(
      "section",
      { "aria-label": "UPI" },
      h("h2", {}, "Pay with an app"),
      h(
        "div",
        { class: "apps" },
        ...apps.map((app2) => {
          const open = link({ testid: app2.testid, name: app2.name, class: "app" }, `${app2.scheme}?${intent(order)}`);
          open.addEventListener("click", () => {
            approved.hidden = false;
            approved.toggleAttribute("disabled", false);
          });
          return open;
        })
      ),
      approved,
      h("h2", {}, "Or with your UPI ID"),
      id.row,
      payButton
    );
  }
  function card(order) {
    const check = new URL("/3ds", bankOrigin);
    check.search = new URLSearchParams({
      order_id: order.id,
      amount: String(order.amount),
      merchant: order.name,
      return_url: location.href
    }).toString();
    const number = field(
      { testid: "card-number", name: "Card number" },
      { inputmode: "numeric", autocomplete: "cc-number", maxlength: "19", value: "4111 1111 1111 1111" }
    );
    const expiry = field(
      { testid: "card-expiry", name: "Valid until" },
      { inputmode: "numeric", autocomplete: "cc-exp", maxlength: "5", value: "12/39" }
    );
    const code = field(
      { testid: "card-code", name: "Security code" },
      { type: "password", inputmode: "numeric", autocomplete: "cc-csc", maxlength: "4", value: "123" }
    );
    return h(
      "section",
      { "aria-label": "Card" },
      h("h2", {}, "Card"),
      number.row,
      h("div", { class: "two" }, expiry.row, code.row),
      button({ testid: "card-pay", name: `Pay ${rupees(order.amount)}`, class: "primary" }, () => paid(order)),
      link({ testid: "bank-step", name: "Continue to your bank's check", class: "secondary" }, check.href)
    );
  }
  function tabs(order, body) {
    const show = (view) => body.replaceChildren(view);
    const tab = (testid, name, method) => button({ testid, name, class: "tab" }, () => choose(method));
    const both = { upi: tab("tab-upi", "UPI", "upi"), card: tab("tab-card", "Card", "card") };
    const choose = (method) => {
      both.upi.setAttribute("aria-pressed", String(method === "upi"));
      both.card.setAttribute("aria-pressed", String(method === "card"));
      show(method === "upi" ? upi(order, show) : card(order));
    };
    choose(order.method);
    return h("div", { class: "tabs" }, both.upi, both.card);
  }
  function start(app2) {
    const query = new URLSearchParams(location.search);
    const order = readOrder(query);
    if (order === void 0) {
      document.body.dataset["page"] = "gateway-refused";
      app2.replaceChildren(h("main", {}, h("h1", {}, "This payment link is not complete")));
      return;
    }
    const bank = query.get("bank");
    if (bank === "approved") {
      paid(order);
      return;
    }
    if (bank === "declined") {
      failed(order, "authentication_failed", "The bank declined the payment");
      return;
    }
    const body = h("div", { class: "body" });
    app2.replaceChildren(
      h(
        "main",
        {},
        h(
          "header",
          { class: "merchant" },
          h("span", { class: "initial", "aria-hidden": "true" }, order.name.charAt(0) || "?"),
          h("span", { class: "merchant-text" }, h("b", {}, order.name), h("span", {}, order.description)),
          h("h1", {}, rupees(order.amount))
        ),
        tabs(order, body),
        body,
        h(
          "footer",
          { class: "ways-out" },
          button(
            { testid: "pay-fail", name: "Let the payment fail", class: "plain bad" },
            () => failed(order, "payment_failed", "The bank declined the payment")
          ),
          button(
            { testid: "pay-cancel", name: "Cancel", class: "plain" },
            () => failed(order, "payment_cancelled", "The payment was cancelled")
          )
        )
      )
    );
    document.body.dataset["page"] = "gateway";
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
