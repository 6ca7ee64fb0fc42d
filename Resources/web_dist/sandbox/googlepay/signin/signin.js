"use strict";
(() => {
  // web/sandbox/common/dom.ts
  function fill(element, attributes, children) {
    for (const [name2, value] of Object.entries(attributes)) {
      if (value === true) {
        element.setAttribute(name2, "");
      } else if (value !== void 0 && value !== false) {
        element.setAttribute(name2, value);
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
  var payOrigin = "https://pay.google.com";
  var sheetOrigin = "https://payments.google.com";
  var sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;
  function addressAt(origin, text) {
    try {
      const url = new URL(text ?? "");
      return url.origin === origin ? url : void 0;
    } catch {
      return void 0;
    }
  }

  // web/sandbox/googlepay/session.ts
  var name = "SANDBOX_SID";
  function signIn(address) {
    document.cookie = `${name}=${encodeURIComponent(address)}; Domain=google.com; Path=/; Secure; SameSite=None`;
  }

  // web/sandbox/googlepay/signin/main.ts
  function start(app2) {
    const next = addressAt(payOrigin, new URLSearchParams(location.search).get("continue"));
    if (next === void 0) {
      document.body.dataset["page"] = "signin-refused";
      app2.replaceChildren(h("main", {}, h("h1", {}, "This sign-in was not asked for by a payment")));
      return;
    }
    const email = field(
      { testid: "email", name: "E-mail address" },
      { type: "email", inputmode: "email", autocomplete: "username", maxlength: "80", placeholder: "you@example.com" },
      (value) => proceed.toggleAttribute("disabled", !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value))
    );
    const proceed = button(
      { testid: "signin-next", name: "Next", class: "primary" },
      () => {
        signIn(email.input.value);
        location.replace(next.href);
      },
      { disabled: true }
    );
    email.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        proceed.click();
      }
    });
    app2.replaceChildren(
      h(
        "main",
        {},
        h("h1", {}, "Sign in"),
        h("p", { class: "note" }, "to continue to your payment. Any address will do, and none is kept."),
        email.row,
        proceed,
        button({ testid: "signin-leave", name: "Not now", class: "plain" }, () => window.close())
      )
    );
    document.body.dataset["page"] = "signin";
    email.input.focus();
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
