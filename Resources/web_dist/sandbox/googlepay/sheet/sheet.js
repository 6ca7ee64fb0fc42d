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
  function choice(kind, named, attributes, change) {
    const input = h("input", { type: kind, "data-testid": named.testid, "aria-label": named.name, ...attributes });
    input.addEventListener("change", () => change(input.checked));
    return h(
      "label",
      { class: named.class ?? "choice" },
      input,
      h("span", { class: "choice-body" }, ...named.content ?? [named.name])
    );
  }

  // web/sandbox/googlepay/origins.ts
  var payOrigin = "https://pay.google.com";
  var sheetOrigin = "https://payments.google.com";
  var bankOrigin = "https://acs.issuer.example";
  var sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;

  // web/sandbox/googlepay/payments.ts
  var price = (amount, currency) => `${currency === "NZD" ? "NZ$" : currency} ${Number(amount).toFixed(2)}`;

  // web/sandbox/googlepay/sheet-messages.ts
  var isToSheet = (data) => typeof data === "object" && data !== null && typeof data["page"] === "string";

  // web/sandbox/googlepay/sheet/bank-check.ts
  var watchInterval = 500;
  function askBank(amount, merchant) {
    const address = new URL("/3ds", bankOrigin);
    address.search = new URLSearchParams({ amount, merchant }).toString();
    const bank = window.open(address.href, "card-check", "width=480,height=560,resizable=yes,scrollbars=yes");
    if (bank === null) {
      return Promise.resolve("blocked");
    }
    return new Promise((resolve) => {
      const done = (answer) => {
        clearInterval(watch);
        window.removeEventListener("message", listen);
        resolve(answer);
      };
      const watch = setInterval(() => bank.closed && done("closed"), watchInterval);
      const listen = (event) => {
        if (event.source === bank && event.origin === bankOrigin) {
          const answer = event.data?.bank;
          if (answer === "approved" || answer === "declined") {
            done(answer);
          }
        }
      };
      window.addEventListener("message", listen);
    });
  }

  // web/sandbox/googlepay/sheet/cards.ts
  var cards = [
    { testid: "card-visa", network: "VISA", digits: "1111", note: "Personal", asksBack: false },
    { testid: "card-mastercard", network: "MASTERCARD", digits: "4444", note: "The bank asks for a code", asksBack: true }
  ];
  var cardName = (card) => `${card.network === "VISA" ? "Visa" : "Mastercard"} •••• ${card.digits}`;

  // web/sandbox/googlepay/sheet/main.ts
  var tell = (message) => window.parent.postMessage(message, payOrigin);
  var Sheet = class {
    constructor(app2, request, email) {
      this.app = app2;
      this.request = request;
      this.email = email;
      this.card = cards[0];
      this.total = h("output", { class: "total", "data-testid": "total" });
      this.items = h("dl", { class: "items" });
      this.alert = h("p", { role: "alert", class: "alert", hidden: true });
      this.transaction = request.transactionInfo ?? { currencyCode: "NZD", totalPriceStatus: "FINAL", totalPrice: "0" };
      this.merchant = (request.merchantInfo?.merchantName ?? "A shop").slice(0, 40);
      this.payButton = button({ testid: "pay", name: "Pay", class: "primary" }, () => void this.pay());
    }
    show() {
      this.app.replaceChildren(
        h(
          "main",
          {},
          h(
            "header",
            {},
            h("p", { class: "quiet" }, "Pay to"),
            h("h1", {}, this.merchant),
            h("p", { class: "account" }, this.email)
          ),
          this.alert,
          h("fieldset", {}, h("legend", {}, "Card"), ...cards.map((card) => this.cardChoice(card))),
          this.delivery(),
          this.items,
          h(
            "div",
            { class: "pay-bar" },
            h("p", { class: "sum" }, h("span", {}, "Total"), this.total),
            this.payButton
          ),
          h(
            "footer",
            { class: "ways-out" },
            button({ testid: "cancel", name: "Cancel", class: "plain" }, () => tell({ sheet: "cancel" })),
            button(
              { testid: "leave", name: "Close the window without an answer", class: "plain" },
              () => tell({ sheet: "leave" })
            )
          )
        )
      );
      this.showPrices();
      document.body.dataset["page"] = "sheet";
    }
    /** The merchant answered a change with another price, or with what is wrong. */
    update(transaction, problem) {
      this.transaction = transaction ?? this.transaction;
      this.showPrices();
      this.warn(problem ?? "");
      this.setBusy(false);
    }
    declined(problem) {
      this.warn(problem);
      this.setBusy(false);
    }
    cardChoice(card) {
      const content = [
        h("span", { class: `network ${card.network.toLowerCase()}`, "aria-hidden": "true" }),
        h("span", { class: "choice-text" }, h("b", {}, cardName(card)), h("span", {}, card.note))
      ];
      return choice(
        "radio",
        { testid: card.testid, name: `${cardName(card)}, ${card.note}`, content },
        { name: "card", checked: card === this.card },
        () => {
          this.card = card;
        }
      );
    }
    delivery() {
      const options = this.request.shippingOptionParameters?.shippingOptions ?? [];
      if (options.length === 0) {
        return null;
      }
      const chosen = this.request.shippingOptionParameters?.defaultSelectedOptionId ?? options[0]?.id;
      return h(
        "fieldset",
        {},
        h("legend", {}, "Delivery"),
        ...options.map(
          (option) => choice(
            "radio",
            {
              testid: `delivery-${option.id}`,
              name: `${option.label}, ${option.description}`,
              content: [
                h("span", { class: "choice-text" }, h("b", {}, option.label), h("span", {}, option.description))
              ]
            },
            { name: "delivery", checked: option.id === chosen },
            () => {
              this.setBusy(true);
              tell({ sheet: "option", id: option.id });
            }
          )
        )
      );
    }
    showPrices() {
      const { currencyCode, totalPrice, displayItems } = this.transaction;
      this.items.replaceChildren(
        ...(displayItems ?? []).flatMap((item) => [
          h("dt", {}, item.label),
          h("dd", {}, price(item.price, currencyCode))
        ])
      );
      this.total.textContent = price(totalPrice, currencyCode);
    }
    async pay() {
      const card = this.card;
      if (card === void 0) {
        return;
      }
      this.warn("");
      this.setBusy(true);
      if (card.asksBack) {
        const answer = await askBank(this.transaction.totalPrice, this.merchant);
        if (answer !== "approved") {
          const reasons = {
            declined: "The bank declined the payment.",
            closed: "The bank's window was closed.",
            blocked: "The bank's window could not be opened."
          };
          this.warn(`${reasons[answer]} Choose another card or try again.`);
          this.setBusy(false);
          return;
        }
      }
      tell({ sheet: "authorize", data: this.paymentData(card) });
    }
    paymentData(card) {
      return {
        apiVersion: 2,
        apiVersionMinor: 0,
        email: this.email,
        paymentMethodData: {
          type: "CARD",
          description: cardName(card),
          info: { cardNetwork: card.network, cardDetails: card.digits },
          tokenizationData: { type: "PAYMENT_GATEWAY", token: JSON.stringify({ id: "sandbox-payment-token" }) }
        }
      };
    }
    warn(text) {
      this.alert.textContent = text;
      this.alert.hidden = text === "";
    }
    setBusy(busy) {
      this.payButton.toggleAttribute("disabled", busy);
      this.payButton.textContent = busy ? "One moment…" : "Pay";
    }
  };
  var app = document.getElementById("app");
  if (app !== null && window.parent !== window) {
    let sheet;
    window.addEventListener("message", (event) => {
      if (event.source !== window.parent || event.origin !== payOrigin || !isToSheet(event.data)) {
        return;
      }
      const message = event.data;
      if (message.page === "show" && sheet === void 0) {
        sheet = new Sheet(app, message.request, message.email);
        sheet.show();
      } else if (message.page === "update") {
        sheet?.update(message.update.newTransactionInfo, message.update.error?.message);
      } else if (message.page === "declined") {
        sheet?.declined(message.error.message);
      }
    });
    tell({ sheet: "ready" });
  }
})();
