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

  // web/sandbox/volley/parties.ts
  var banks = [
    { id: "kauri", name: "Kauri Bank", colour: "#1c5a3a", decoupled: false },
    { id: "tui", name: "Tūī Savings", colour: "#20408f", decoupled: false },
    { id: "aoraki", name: "Aoraki Bank", colour: "#8a3b12", decoupled: true }
  ];
  var amount = "NZ$ 129.90";
  var merchant = "Harbour Bikes";

  // web/sandbox/volley/bank/main.ts
  function show(app2, page, name, ...view) {
    app2.replaceChildren(h("main", {}, h("p", { class: "bank-name" }, name), ...view));
    document.body.dataset["page"] = page;
  }
  async function answer(consent, result) {
    try {
      const response = await fetch(`/authorise/${encodeURIComponent(consent)}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ result })
      });
      return response.ok;
    } catch {
      return false;
    }
  }
  function start(app2) {
    const query = new URLSearchParams(location.search);
    const consent = query.get("consent") ?? "";
    const bank = banks.find((each) => each.id === query.get("bank"));
    if (bank === void 0 || !/^[A-Za-z0-9]{1,64}$/.test(consent)) {
      show(app2, "bank-refused", "Example bank", h("h1", {}, "This consent was not asked for"));
      return;
    }
    document.documentElement.style.setProperty("--accent", bank.colour);
    const give = async (result) => {
      if (!await answer(consent, result)) {
        show(app2, "bank-over", bank.name, h("h1", {}, "This consent is no longer open"), h("p", {}, "Nothing was paid."));
        return;
      }
      show(
        app2,
        `bank-${result}`,
        bank.name,
        h("h1", { role: "status", "data-testid": "bank-result" }, result === "approved" ? "Approved" : "Declined"),
        h("p", {}, "Go back to the shop now. This window can be closed."),
        button({ testid: "bank-back", name: "Back to the payment", class: "primary" }, () => window.close())
      );
    };
    show(
      app2,
      "bank",
      bank.name,
      h("h1", {}, `Pay ${amount}?`),
      h(
        "dl",
        { class: "lines" },
        h("div", { class: "line" }, h("dt", {}, "To"), h("dd", {}, merchant)),
        h("div", { class: "line" }, h("dt", {}, "From"), h("dd", {}, "Everyday 00-0000-0000000-00")),
        h("div", { class: "line" }, h("dt", {}, "Consent"), h("dd", {}, "This payment only"))
      ),
      button({ testid: "bank-approve", name: "Approve", class: "primary" }, () => void give("approved")),
      button({ testid: "bank-decline", name: "Decline", class: "secondary" }, () => void give("declined"))
    );
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
