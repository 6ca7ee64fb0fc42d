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
  function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
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

  // web/sandbox/googlepay/payments.ts
  var price = (amount, currency) => `${currency === "NZD" ? "NZ$" : currency} ${Number(amount).toFixed(2)}`;

  // web/sandbox/googlepay/shop/art.ts
  function picture(line) {
    const [ground, body, label] = line.colours;
    const shapes = line.name.includes("cup") ? [
      svg("path", { d: "M26 34h36v20a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16z", fill: body }),
      svg("path", { d: "M62 40h6a8 8 0 0 1 0 16h-7", fill: "none", stroke: body, "stroke-width": "5" }),
      svg("path", { d: "M26 42h36", stroke: label, "stroke-width": "3", opacity: "0.7" })
    ] : [
      svg("path", { d: "M30 20h36l4 8v46a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V28z", fill: body }),
      svg("path", { d: "M30 20h36l4 8H26z", fill: "#000000", opacity: "0.18" }),
      svg("rect", { x: "33", y: "40", width: "30", height: "24", rx: "3", fill: label }),
      svg("ellipse", { cx: "48", cy: "52", rx: "6", ry: "8", fill: body, transform: "rotate(28 48 52)" }),
      svg("path", { d: "M45 46q6 6 5 12", fill: "none", stroke: label, "stroke-width": "1.6" })
    ];
    return svg(
      "svg",
      { viewBox: "0 0 96 96", class: "picture", "aria-hidden": "true" },
      svg("rect", { width: "96", height: "96", rx: "18", fill: ground }),
      ...shapes
    );
  }
  var mark = () => svg(
    "svg",
    { viewBox: "0 0 40 40", class: "mark", "aria-hidden": "true" },
    svg("circle", { cx: "20", cy: "20", r: "20", fill: "#f2b632" }),
    ...[0, 72, 144, 216, 288].map(
      (angle) => svg("ellipse", { cx: "20", cy: "11", rx: "4.4", ry: "8", fill: "#fff3cf", transform: `rotate(${angle} 20 20)` })
    ),
    svg("circle", { cx: "20", cy: "20", r: "3.4", fill: "#6b4a12" })
  );

  // web/sandbox/googlepay/shop/cart.ts
  var lines = [
    { name: "Aoraki Blend", detail: "Whole beans, 500 g", count: 2, cents: 2450, colours: ["#e7d8c9", "#4b2e20", "#e0a458"] },
    { name: "Tūī Single Origin", detail: "Ground for filter, 250 g", count: 1, cents: 1890, colours: ["#d3e0dc", "#1f4a44", "#f2e2a4"] },
    { name: "Stoneware cup", detail: "180 ml, river blue", count: 2, cents: 2100, colours: ["#d9e2ee", "#3f6594", "#ffffff"] }
  ];
  var ways = [
    { id: "courier", label: "Courier", description: "Tomorrow, NZ$ 7.00", cents: 700 },
    { id: "pickup", label: "Pick up in the shop", description: "Today after 3 pm, free", cents: 0 }
  ];
  var deliveries = ways.map(({ id, label, description }) => ({ id, label, description }));
  var text = (cents) => (cents / 100).toFixed(2);
  var goods = lines.reduce((sum, line) => sum + line.count * line.cents, 0);
  var lineTotal = (line) => text(line.count * line.cents);
  function transaction(delivery) {
    const way = ways.find(({ id }) => id === delivery);
    return way === void 0 ? void 0 : {
      countryCode: "NZ",
      currencyCode: "NZD",
      totalPriceStatus: "FINAL",
      totalPrice: text(goods + way.cents),
      displayItems: [
        { label: "Goods", type: "SUBTOTAL", price: text(goods) },
        { label: way.label, type: "LINE_ITEM", price: text(way.cents) }
      ]
    };
  }

  // web/sandbox/googlepay/shop/main.ts
  var merchantName = "Kōwhai Roasters";
  var methods = [
    {
      type: "CARD",
      parameters: {
        allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"],
        allowedCardNetworks: ["MASTERCARD", "VISA"]
      },
      tokenizationSpecification: { type: "PAYMENT_GATEWAY", parameters: { gateway: "example", gatewayMerchantId: "kowhai" } }
    }
  ];
  var Shop = class {
    constructor(app2) {
      this.app = app2;
      /** The way of delivery that the customer chose in the sheet. */
      this.delivery = "courier";
      this.notice = h("p", { role: "status", class: "notice", hidden: true });
      this.place = h("div", { class: "pay-here" });
      this.total = h("output", { class: "total", "data-testid": "shop-total" });
    }
    async open() {
      this.showCart();
      if (typeof google === "undefined") {
        this.say("bad", "Google Pay could not be loaded.");
        document.body.dataset["page"] = "not-ready";
        return;
      }
      const isSuspended = new URLSearchParams(location.search).get("merchant") === "suspended";
      this.client = new google.payments.api.PaymentsClient({
        environment: "TEST",
        merchantInfo: { merchantName, merchantId: isSuspended ? "SANDBOX-SUSPENDED" : "SANDBOX-KOWHAI" },
        paymentDataCallbacks: {
          onPaymentDataChanged: (data) => this.changed(data),
          onPaymentAuthorized: (data) => this.authorized(data)
        }
      });
      await this.offer();
    }
    async offer() {
      const { result } = await this.client?.isReadyToPay({ allowedPaymentMethods: methods }) ?? { result: false };
      if (!result) {
        this.say("bad", "Google Pay is not available in this browser.");
        document.body.dataset["page"] = "not-ready";
        return;
      }
      const element = this.client?.createButton({ onClick: () => void this.pay() });
      if (element !== void 0) {
        this.place.replaceChildren(element);
      }
      document.body.dataset["page"] = "shop";
    }
    async pay() {
      this.say("", "");
      document.body.dataset["page"] = "paying";
      const info = transaction(this.delivery);
      try {
        const data = await this.client?.loadPaymentData({
          allowedPaymentMethods: methods,
          ...info && { transactionInfo: info },
          callbackIntents: ["SHIPPING_OPTION", "PAYMENT_AUTHORIZATION"],
          shippingOptionParameters: { defaultSelectedOptionId: this.delivery, shippingOptions: deliveries }
        });
        if (data !== void 0) {
          this.thank(data);
        }
      } catch (error) {
        this.failed(error.statusCode ?? "");
      }
    }
    failed(statusCode) {
      if (statusCode === "CANCELED") {
        this.say("", "No payment was made. Your cart is as you left it.");
        document.body.dataset["page"] = "canceled";
      } else {
        this.say("bad", `Google Pay cannot be used in this shop at the moment (${statusCode || "no reason given"}).`);
        document.body.dataset["page"] = "failed";
      }
    }
    /** The customer chose another delivery in the sheet: another total. */
    changed(data) {
      const id = data.shippingOptionData?.id ?? this.delivery;
      const info = transaction(id);
      if (info === void 0) {
        return { error: { reason: "SHIPPING_OPTION_INVALID", message: "The shop does not deliver in this way.", intent: "SHIPPING_OPTION" } };
      }
      this.delivery = id;
      this.total.textContent = price(info.totalPrice, info.currencyCode);
      return { newTransactionInfo: info };
    }
    /** Here a merchant's server would charge the token. */
    authorized(data) {
      return data.paymentMethodData.tokenizationData.token === "" ? { transactionState: "ERROR", error: { reason: "PAYMENT_DATA_INVALID", message: "The card cannot be charged." } } : { transactionState: "SUCCESS" };
    }
    showCart() {
      const info = transaction(this.delivery);
      this.total.textContent = info === void 0 ? "" : price(info.totalPrice, info.currencyCode);
      this.app.replaceChildren(
        this.header(),
        h(
          "main",
          { class: "checkout" },
          h(
            "section",
            { "aria-label": "Your cart", class: "cart" },
            h("h1", {}, "Your cart"),
            h(
              "ul",
              { class: "lines" },
              ...lines.map(
                (line) => h(
                  "li",
                  {},
                  picture(line),
                  h("span", { class: "line-text" }, h("b", {}, line.name), h("span", {}, `${line.detail} × ${line.count}`)),
                  h("span", { class: "line-price" }, price(lineTotal(line), "NZD"))
                )
              )
            )
          ),
          h(
            "section",
            { "aria-label": "Payment", class: "pay-card" },
            h("h2", {}, "Order summary"),
            h(
              "dl",
              { class: "sums" },
              h("dt", {}, "Goods"),
              h("dd", {}, price((goods / 100).toFixed(2), "NZD")),
              h("dt", {}, "Delivery"),
              h("dd", {}, "choose when you pay")
            ),
            h("p", { class: "sum" }, h("span", {}, "Total"), this.total),
            this.place,
            this.notice,
            h("p", { class: "note" }, "A window opens for your payment. Prices include GST.")
          )
        )
      );
    }
    thank(data) {
      this.app.replaceChildren(
        this.header(),
        h(
          "main",
          { class: "thanks" },
          h("span", { class: "tick", "aria-hidden": "true" }, "✓"),
          h("h1", {}, "Thank you, your coffee is on its way"),
          h("p", {}, "Order ", h("b", { "data-testid": "order-number" }, "KR-20417"), ` · ${this.total.textContent ?? ""}`),
          h("p", { class: "note" }, `Paid with ${data.paymentMethodData.description}`),
          button({ testid: "shop-again", name: "Back to the shop", class: "secondary" }, () => {
            this.showCart();
            void this.offer();
          })
        )
      );
      document.body.dataset["page"] = "paid";
    }
    header() {
      return h("header", { class: "shop-header" }, mark(), h("span", { class: "shop-name" }, merchantName), h("span", { class: "secure" }, "Secure checkout"));
    }
    say(kind, text2) {
      this.notice.textContent = text2;
      this.notice.hidden = text2 === "";
      this.notice.classList.toggle("is-bad", kind === "bad");
    }
  };
  var app = document.getElementById("app");
  if (app !== null) {
    void new Shop(app).open();
  }
})();
