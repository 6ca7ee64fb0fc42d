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

  // web/sandbox/googlepay/activities.ts
  var sentinel = "__ACTIVITIES__";
  function activity(data) {
    if (typeof data !== "object" || data === null) {
      return void 0;
    }
    const { sentinel: mark, cmd, payload } = data;
    if (mark !== sentinel || typeof cmd !== "string") {
      return void 0;
    }
    return { cmd, payload: typeof payload === "object" && payload !== null ? payload : {} };
  }
  function send(target, origin, cmd, payload = null) {
    target.postMessage({ sentinel, cmd, payload }, origin);
  }

  // web/sandbox/googlepay/origins.ts
  var payOrigin = "https://pay.google.com";
  var sheetOrigin = "https://payments.google.com";
  var sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;

  // web/sandbox/googlepay/session.ts
  var name = "SANDBOX_SID";
  function customer() {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
    try {
      return cookie === void 0 ? void 0 : decodeURIComponent(cookie.slice(name.length + 1));
    } catch {
      return void 0;
    }
  }

  // web/sandbox/googlepay/sheet-messages.ts
  var isFromSheet = (data) => typeof data === "object" && data !== null && typeof data["sheet"] === "string";

  // web/sandbox/googlepay/pay/main.ts
  var startLimit = 5e3;
  var suspended = "SANDBOX-SUSPENDED";
  var PaymentPage = class {
    constructor(app2, opener) {
      this.app = app2;
      this.opener = opener;
      /** The opener's origin, pinned by the message that started the activity. */
      this.openerOrigin = "";
      this.hasResult = false;
    }
    begin() {
      this.show("connecting", h("p", { role: "status", class: "middle" }, "One moment…"));
      const limit = setTimeout(() => this.refuse("The shop does not answer."), startLimit);
      window.addEventListener("message", (event) => {
        if (event.source === this.opener) {
          this.heardFromOpener(event, limit);
        } else if (event.origin === sheetOrigin && event.source === this.frame?.contentWindow) {
          this.heardFromSheet(event.data);
        }
      });
      window.addEventListener("beforeunload", () => this.tellOpener("check", {}));
      send(this.opener, "*", "connect", { acceptsChannel: false });
    }
    heardFromOpener(event, limit) {
      const message = activity(event.data);
      if (message === void 0 || this.openerOrigin !== "" && event.origin !== this.openerOrigin) {
        return;
      }
      if (message.cmd === "start" && this.request === void 0) {
        clearTimeout(limit);
        this.openerOrigin = event.origin;
        this.request = message.payload;
        this.showSheet();
      } else if (message.cmd === "close") {
        window.close();
      } else if (message.cmd === "msg" && message.payload["type"] === "paymentDataCallbackResponse") {
        this.tellSheet({ page: "update", update: message.payload["data"] ?? {} });
      } else if (message.cmd === "msg" && message.payload["type"] === "paymentAuthorizationResponse") {
        this.answered(message.payload["data"]);
      }
    }
    heardFromSheet(data) {
      if (!isFromSheet(data) || this.request === void 0) {
        return;
      }
      switch (data.sheet) {
        case "ready":
          this.tellSheet({ page: "show", request: this.request, email: customer() ?? "nobody@example.com" });
          break;
        case "option":
          this.tellOpener("msg", {
            type: "partialPaymentDataCallback",
            data: { callbackTrigger: "SHIPPING_OPTION", shippingOptionData: { id: data.id } }
          });
          break;
        case "authorize":
          this.authorized = data.data;
          if (this.request.callbackIntents?.includes("PAYMENT_AUTHORIZATION") === true) {
            this.tellOpener("msg", { type: "fullPaymentDataCallback", data: data.data });
          } else {
            this.finish("ok", data.data);
          }
          break;
        case "cancel":
          this.finish("canceled", null);
          break;
        case "leave":
          window.close();
      }
    }
    /** The merchant said what became of an authorization. */
    answered(result) {
      if (this.authorized === void 0) {
        return;
      }
      if (result?.transactionState === "SUCCESS") {
        this.finish("ok", this.authorized);
      } else {
        const error = result?.error ?? { reason: "OTHER_ERROR", message: "The shop did not take the payment." };
        this.tellSheet({ page: "declined", error });
      }
    }
    showSheet() {
      if (this.request?.merchantInfo?.merchantId === suspended) {
        this.showError();
        return;
      }
      const address = new URL(sheetAddress);
      address.search = new URLSearchParams({ host: payOrigin }).toString();
      this.frame = h("iframe", { src: address.href, title: "Payment sheet", class: "sheet" });
      this.show("pay", this.frame);
    }
    /** The vendor refuses the merchant; the customer reads it and leaves. */
    showError() {
      const error = { statusCode: "MERCHANT_ACCOUNT_ERROR", statusMessage: "The merchant's account is suspended" };
      this.show(
        "pay-error",
        h(
          "main",
          { class: "middle" },
          h("h1", {}, "This shop cannot take payments"),
          h("p", { role: "alert" }, "Its account is suspended. No payment was made."),
          button(
            { testid: "error-close", name: "Back to the shop", class: "primary" },
            () => this.finish("failed", error)
          )
        )
      );
    }
    /** The window waits for the opener's word before it closes. */
    finish(code, data) {
      if (!this.hasResult) {
        this.hasResult = true;
        this.tellOpener("result", { code, data });
      }
    }
    tellOpener(cmd, payload) {
      if (this.openerOrigin !== "") {
        send(this.opener, this.openerOrigin, cmd, payload);
      }
    }
    tellSheet(message) {
      this.frame?.contentWindow?.postMessage(message, sheetOrigin);
    }
    show(page, view) {
      this.app.replaceChildren(view);
      document.body.dataset["page"] = page;
    }
    /** There is nobody to give a result to. */
    refuse(reason) {
      this.show("pay-refused", h("main", { class: "middle" }, h("h1", {}, "No payment"), h("p", { role: "alert" }, reason)));
    }
  };
  var app = document.getElementById("app");
  if (app !== null) {
    const opener = window.opener;
    const page = new PaymentPage(app, opener ?? window);
    if (opener === null) {
      page.refuse("This page must be opened by a shop.");
    } else {
      page.begin();
    }
  }
})();
