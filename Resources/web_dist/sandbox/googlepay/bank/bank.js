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

  // web/sandbox/googlepay/origins.ts
  var sheetOrigin = "https://payments.google.com";
  var sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;

  // web/sandbox/googlepay/payments.ts
  var price = (amount, currency) => `${currency === "NZD" ? "NZ$" : currency} ${Number(amount).toFixed(2)}`;

  // web/sandbox/googlepay/bank/main.ts
  function start(app2) {
    const opener = window.opener;
    const query = new URLSearchParams(location.search);
    if (opener === null) {
      document.body.dataset["page"] = "bank-refused";
      app2.replaceChildren(h("main", {}, h("h1", {}, "This check was not asked for by a payment")));
      return;
    }
    const answer = (outcome) => {
      opener.postMessage({ bank: outcome }, sheetOrigin);
      window.close();
    };
    const code = field(
      { testid: "otp", name: "One-time code" },
      { type: "password", inputmode: "numeric", autocomplete: "one-time-code", maxlength: "6", placeholder: "six digits" },
      (value) => approve.toggleAttribute("disabled", !/^[0-9]{6}$/.test(value)),
      () => approve
    );
    const approve = button(
      { testid: "bank-approve", name: "Approve", class: "primary" },
      () => answer("approved"),
      { disabled: true }
    );
    const amount = query.get("amount") ?? "";
    app2.replaceChildren(
      h(
        "main",
        {},
        h("p", { class: "bank-name" }, "Example Bank"),
        h("h1", {}, /^[0-9]{1,7}(\.[0-9]{1,2})?$/.test(amount) ? `Approve ${price(amount, "NZD")}` : "Approve the payment"),
        h("p", {}, `${(query.get("merchant") ?? "A shop").slice(0, 40)} asks for this payment. Any six digits will do.`),
        code.row,
        approve,
        button({ testid: "bank-decline", name: "Decline", class: "secondary" }, () => answer("declined")),
        button({ testid: "bank-help", name: "What is this code?", class: "plain" }, () => {
          window.open("/help", "bank-help", "width=480,height=480");
        })
      )
    );
    document.body.dataset["page"] = "bank";
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
