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

  // web/sandbox/volley/parties.ts
  var banks = [
    { id: "kauri", name: "Kauri Bank", colour: "#1c5a3a", decoupled: false },
    { id: "tui", name: "Tūī Savings", colour: "#20408f", decoupled: false },
    { id: "aoraki", name: "Aoraki Bank", colour: "#8a3b12", decoupled: true }
  ];
  var statuses = ["active", "paid", "declined", "expired"];
  function readAnswer(value) {
    if (typeof value !== "object" || value === null) {
      return void 0;
    }
    const { status: status2, bank, paymentId, expiresIn } = value;
    if (typeof status2 !== "string" || !statuses.includes(status2) || typeof expiresIn !== "number") {
      return void 0;
    }
    return {
      status: status2,
      expiresIn,
      ...typeof bank === "string" ? { bank } : {},
      ...typeof paymentId === "string" ? { paymentId } : {}
    };
  }
  var amount = "NZ$ 129.90";
  var merchant = "Harbour Bikes";

  // web/sandbox/volley/pay/channel.ts
  var post = (message) => {
    window.webkit?.messageHandlers?.["volleyWebview"]?.postMessage(message);
  };
  function redirect(url) {
    if (window.webkit?.messageHandlers?.["volleyWebview"] === void 0) {
      window.open(url, "_blank", "noopener");
      return;
    }
    post({ type: "redirect", url });
  }
  function complete(status2, bank, paymentId) {
    post({
      type: "complete",
      status: status2,
      ...bank === void 0 ? {} : { bank },
      ...paymentId === void 0 ? {} : { paymentId }
    });
  }

  // web/sandbox/volley/pay/server.ts
  var base = () => location.pathname.split("/").slice(0, 3).join("/");
  async function status() {
    try {
      const response = await fetch(`${base()}/status`, { cache: "no-store" });
      return response.ok ? readAnswer(await response.json()) : void 0;
    } catch {
      return void 0;
    }
  }
  async function post2(path, body) {
    try {
      const response = await fetch(`${base()}/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body)
      });
      return response.ok ? await response.json() : {};
    } catch {
      return {};
    }
  }
  async function consent(bank) {
    const { url } = await post2("consent", { bank });
    return typeof url === "string" || url === null ? url : void 0;
  }
  async function phone(result) {
    await post2("phone", { result });
  }

  // web/sandbox/volley/pay/main.ts
  var pollInterval = 500;
  var icon = (d) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d }));
  var icons = {
    check: "M5 12.5L10 17.5L19.5 7",
    cross: "M7 7L17 17M17 7L7 17",
    clock: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12L15 14",
    lock: "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z",
    phone: "M8 3.5h8v17H8zM11 17.5h2",
    bank: "M4 9.5L12 4.5L20 9.5M5.5 10v7M10 10v7M14 10v7M18.5 10v7M4 19.5h16"
  };
  var bankOf = (id) => banks.find((bank) => bank.id === id);
  var Payment = class {
    constructor(app2) {
      this.app = app2;
      this.ended = false;
      this.asking = false;
    }
    async start() {
      const answer = await status();
      if (answer === void 0) {
        this.show("refused", this.middle("cross", "", h("h1", {}, "There is no payment at this address")));
        return;
      }
      if (!this.take(answer)) {
        this.choose();
      }
      setInterval(() => void this.ask(), pollInterval);
    }
    async ask() {
      if (this.ended || this.asking) {
        return;
      }
      this.asking = true;
      const answer = await status();
      this.asking = false;
      if (answer !== void 0 && !this.ended) {
        this.take(answer);
      }
    }
    /** Shows and tells what came of the request; false while it is open. */
    take(answer) {
      const left = document.querySelector('[data-testid="left"]');
      if (left !== null) {
        left.textContent = Payment.time(answer.expiresIn);
      }
      const bank = bankOf(answer.bank);
      switch (answer.status) {
        case "active":
          return false;
        case "paid":
          this.ended = true;
          this.paid(bank, answer.paymentId ?? "");
          complete("success", bank?.name, answer.paymentId);
          return true;
        case "declined":
          this.ended = true;
          this.declined(bank);
          complete("declined", bank?.name, void 0);
          return true;
        case "expired":
          this.ended = true;
          this.expired();
          return true;
      }
    }
    static time(seconds) {
      return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    }
    show(page, ...view) {
      this.app.replaceChildren(
        h(
          "main",
          {},
          h(
            "header",
            { class: "merchant" },
            h("span", { class: "initial", "aria-hidden": "true" }, "HB"),
            h("span", { class: "merchant-text" }, h("b", {}, merchant), h("span", {}, "Order 20418, one city bike for a day")),
            h("p", { class: "total" }, amount)
          ),
          ...view,
          h("footer", { class: "foot" }, icon(icons.lock), "Paid from bank to bank with Volley")
        )
      );
      document.body.dataset["page"] = page;
    }
    middle(picture, kind, ...view) {
      return h("section", { class: "middle" }, h("span", { class: `badge ${kind}` }, icon(icons[picture])), ...view);
    }
    choose() {
      const next = button(
        { testid: "continue", name: "Continue", class: "primary" },
        () => void this.goToBank(),
        { disabled: true }
      );
      this.show(
        "choose",
        h(
          "section",
          { class: "body" },
          h("h1", {}, "Choose your bank"),
          h(
            "fieldset",
            { class: "banks" },
            h("legend", { class: "sr-only" }, "Bank"),
            ...banks.map((bank) => {
              const mark = h("span", { class: "bank-mark", "aria-hidden": "true" }, icon(icons.bank));
              mark.style.background = bank.colour;
              return choice(
                "radio",
                {
                  testid: `bank-${bank.id}`,
                  name: bank.name,
                  class: "bank",
                  content: [
                    mark,
                    h(
                      "span",
                      { class: "bank-text" },
                      h("b", {}, bank.name),
                      h("span", { class: "note" }, bank.decoupled ? "Approve on your phone" : "Approve on the bank's page")
                    )
                  ]
                },
                { name: "bank", value: bank.id },
                () => {
                  this.chosen = bank;
                  next.toggleAttribute("disabled", false);
                }
              );
            })
          ),
          next,
          button({ testid: "leave", name: "Leave without paying", class: "plain" }, () => this.leave())
        )
      );
    }
    async goToBank() {
      const bank = this.chosen;
      if (bank === void 0) {
        return;
      }
      const url = await consent(bank.id);
      if (this.ended) {
        return;
      }
      if (url === void 0) {
        this.choose();
        return;
      }
      this.wait(bank, url);
      if (url !== null) {
        redirect(url);
      }
    }
    wait(bank, url) {
      const sentence = url === null ? `Open the ${bank.name} app on your phone and approve ${amount}.` : `${bank.name} was opened for you. Approve ${amount} there, and come back.`;
      this.show(
        "waiting",
        h(
          "section",
          { class: "middle" },
          h("span", { class: "spinner", role: "img", "aria-label": "Waiting" }),
          h("h1", { role: "status" }, url === null ? "Look at your phone" : "Waiting for your bank"),
          h("p", {}, sentence),
          h("p", { class: "note" }, "This request ends in ", h("b", { "data-testid": "left" }, "…")),
          url !== null && button({ testid: "open-again", name: `Open ${bank.name} again`, class: "secondary" }, () => redirect(url))
        ),
        h(
          "section",
          { class: "phone", "aria-label": "The sandbox's phone" },
          h("p", {}, icon(icons.phone), h("b", {}, "SANDBOX "), "What the customer does at the bank"),
          h(
            "div",
            { class: "two" },
            button({ testid: "phone-decline", name: "Decline", class: "secondary" }, () => void phone("declined")),
            button({ testid: "phone-approve", name: "Approve", class: "primary" }, () => void phone("approved"))
          )
        )
      );
    }
    paid(bank, paymentId) {
      this.show(
        "paid",
        this.middle(
          "check",
          "good",
          h("h1", {}, "Payment approved"),
          h("p", {}, `${amount} to ${merchant}${bank === void 0 ? "" : `, from ${bank.name}`}.`),
          h("p", { class: "note", "data-testid": "receipt" }, paymentId),
          h("p", { class: "note" }, "The shop is told by Volley's server.")
        )
      );
    }
    declined(bank) {
      this.show(
        "declined",
        this.middle(
          "cross",
          "bad",
          h("h1", { "data-testid": "declined" }, "Payment declined"),
          h("p", {}, `${bank?.name ?? "The bank"} did not approve it. Nothing was paid.`)
        )
      );
    }
    expired() {
      this.show(
        "expired",
        this.middle(
          "clock",
          "",
          h("h1", { "data-testid": "expired" }, "This request has expired"),
          h("p", {}, "Nothing was paid. Ask the shop for a new one.")
        )
      );
    }
    leave() {
      this.ended = true;
      this.show("left", this.middle("cross", "", h("h1", {}, "Nothing was paid"), h("p", {}, "You can close this page.")));
      window.close();
    }
  };
  var app = document.getElementById("app");
  if (app !== null) {
    void new Payment(app).start();
  }
})();
