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

  // web/sandbox/googlepay/help/main.ts
  var app = document.getElementById("app");
  if (app !== null) {
    app.replaceChildren(
      h(
        "main",
        {},
        h("p", { class: "bank-name" }, "Example Bank"),
        h("h1", {}, "About the code"),
        h("p", {}, "A bank sends a code to your phone to make sure that it is you who pays. This one takes any six digits."),
        button({ testid: "help-close", name: "Close", class: "secondary" }, () => window.close())
      )
    );
    document.body.dataset["page"] = "help";
  }
})();
