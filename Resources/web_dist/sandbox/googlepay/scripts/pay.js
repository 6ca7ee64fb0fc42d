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

  // web/sandbox/googlepay/origins.ts
  var payOrigin = "https://pay.google.com";
  var sheetOrigin = "https://payments.google.com";
  var sheetAddress = `${sheetOrigin}/gp/w/u/0/buyflow2`;

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

  // web/sandbox/googlepay/veil.ts
  function cover(popup) {
    const back = button({ testid: "veil-return", name: "Return to the payment window" }, () => popup.focus());
    Object.assign(back.style, {
      padding: "14px 22px",
      border: "1px solid #ffffff",
      borderRadius: "999px",
      background: "transparent",
      color: "#ffffff",
      font: "600 16px/1.3 sans-serif",
      cursor: "pointer"
    });
    const veil = h("sandbox-veil", { "data-testid": "veil" }, back);
    Object.assign(veil.style, {
      position: "fixed",
      inset: "0",
      zIndex: "2147483647",
      display: "grid",
      placeItems: "center",
      background: "rgba(20, 20, 24, 0.72)"
    });
    veil.addEventListener("click", () => popup.focus());
    document.body.append(veil);
    return () => veil.remove();
  }

  // web/sandbox/googlepay/popup-activity.ts
  var watchInterval = 500;
  var closedGrace = 3e3;
  var checkDelay = 200;
  var answerLimit = 3e4;
  var answers = {
    partialPaymentDataCallback: "paymentDataCallbackResponse",
    fullPaymentDataCallback: "paymentAuthorizationResponse"
  };
  function features() {
    const width = Math.min(600, Math.floor(screen.availWidth * 0.9) || 600);
    const height = Math.min(600, Math.floor(screen.availHeight * 0.9) || 600);
    const left = Math.max(0, Math.floor((screen.width - width) / 2));
    const top = Math.max(0, Math.floor((screen.height - height) / 2));
    return `height=${height},width=${width},resizable=yes,scrollbars=yes,left=${left},top=${top}`;
  }
  async function answer(question, data) {
    const late = new Promise(
      (resolve) => setTimeout(() => resolve({ error: { reason: "OTHER_ERROR", message: "REQUEST_TIMEOUT" } }), answerLimit)
    );
    return Promise.race([Promise.resolve(question(data)), late]);
  }
  function openActivity(address, request, questions) {
    const popup = window.open("about:blank", "gp-js-popup", features());
    if (popup === null) {
      return Promise.resolve({ code: "failed", data: { statusCode: "CANCELED", statusMessage: "failed to open window" } });
    }
    popup.location.href = address;
    const uncover = cover(popup);
    return new Promise((resolve) => {
      let isConnected = false;
      let isDone = false;
      const done = (outcome) => {
        if (!isDone) {
          isDone = true;
          clearInterval(watch);
          window.removeEventListener("message", listen);
          uncover();
          resolve(outcome);
        }
      };
      const look = () => {
        if (popup.closed) {
          clearInterval(watch);
          setTimeout(() => done({ code: "canceled", data: null }), closedGrace);
        }
      };
      const watch = setInterval(look, watchInterval);
      const ask = (payload) => {
        const type = String(payload["type"]);
        const question = questions[type];
        if (question !== void 0) {
          void answer(question, payload["data"]).then(
            (data) => send(popup, payOrigin, "msg", { type: answers[type], data })
          );
        }
      };
      const listen = (event) => {
        const message = activity(event.data);
        if (message === void 0 || event.source !== popup || event.origin !== payOrigin) {
          return;
        }
        if (message.cmd === "connect") {
          isConnected = true;
          send(popup, payOrigin, "start", request);
        } else if (message.cmd === "check") {
          setTimeout(look, checkDelay);
        } else if (isConnected && message.cmd === "msg") {
          ask(message.payload);
        } else if (isConnected && message.cmd === "result") {
          send(popup, payOrigin, "close");
          done({ code: String(message.payload["code"]), data: message.payload["data"] });
          popup.close();
        }
      };
      window.addEventListener("message", listen);
    });
  }

  // web/sandbox/googlepay/readiness.ts
  var browserMarks = ["Chrome", "Firefox", "Safari"];
  var refusedMarks = [
    ["GSA/", "Safari"],
    ["OPA/", "AppleWebKit"],
    ["FxiOS"],
    ["Instagram"],
    ["FB_IAB"],
    ["AndroidMapsWebView"]
  ];
  function browserIsReady(userAgent) {
    return browserMarks.some((mark) => userAgent.includes(mark)) && !refusedMarks.some((group) => group.every((mark) => userAgent.includes(mark)));
  }
  function requestIsReady(request) {
    return (request.allowedPaymentMethods ?? []).some(
      (method) => method.type === "CARD" && (method.parameters?.allowedAuthMethods ?? ["PAN_ONLY"]).some((auth) => auth !== "CRYPTOGRAM_3DS")
    );
  }

  // web/sandbox/googlepay/scripts/pay.ts
  var told = ["CANCELED", "DEVELOPER_ERROR", "MERCHANT_ACCOUNT_ERROR"];
  var failure = (statusCode, statusMessage) => ({ statusCode, statusMessage });
  function payframe(merchant) {
    const address = new URL("/gp/p/ui/payframe", payOrigin);
    address.search = new URLSearchParams({ origin: location.origin, mid: merchant }).toString();
    const frame = h("iframe", { src: address.href, title: "Payment check", "aria-hidden": "true", tabindex: "-1" });
    Object.assign(frame.style, { position: "absolute", width: "0", height: "0", border: "0", visibility: "hidden" });
    document.body.append(frame);
    return frame;
  }
  var PaymentsClient = class {
    constructor(options = {}) {
      this.options = options;
      this.merchant = options.merchantInfo?.merchantId ?? "";
      this.frame = payframe(this.merchant);
      this.isLoaded = new Promise((resolve) => this.frame.addEventListener("load", () => resolve()));
    }
    /** Whether a button is to be shown, and, where it is asked for, whether the customer has a card. */
    async isReadyToPay(request) {
      this.requireSecureContext();
      const result = browserIsReady(navigator.userAgent) && requestIsReady(request);
      if (request.existingPaymentMethodRequired !== true) {
        return { result };
      }
      return { result, paymentMethodPresent: result && await this.cardIsPresent() };
    }
    createButton(options) {
      const element = button({ testid: "gpay-button", name: "Pay with Google Pay" }, options.onClick);
      Object.assign(element.style, {
        width: "100%",
        minHeight: "56px",
        border: "0",
        borderRadius: "14px",
        background: "#101014",
        color: "#ffffff",
        font: "600 18px/1.2 sans-serif",
        textAlign: "center",
        cursor: "pointer"
      });
      return h("div", {}, element);
    }
    prefetchPaymentData(_) {
    }
    /** Opens the window and resolves with the payment data, or rejects with what the merchant is told instead. */
    async loadPaymentData(request) {
      this.requireSecureContext();
      if (request.transactionInfo === void 0 || !requestIsReady(request)) {
        throw failure("DEVELOPER_ERROR", "transactionInfo or allowedPaymentMethods is missing");
      }
      const address = new URL("/gp/p/loading", payOrigin);
      address.search = new URLSearchParams({ hl: "en", origin: location.origin }).toString();
      const asked = { ...request, merchantInfo: { ...this.options.merchantInfo, ...request.merchantInfo } };
      const outcome = await openActivity(address.href, asked, this.questions());
      switch (outcome.code) {
        case "ok":
          return outcome.data;
        case "failed": {
          const error = outcome.data;
          const code = error?.statusCode ?? "CANCELED";
          throw failure(told.includes(code) ? code : "CANCELED", error?.statusMessage ?? "");
        }
        default:
          throw failure("CANCELED", "");
      }
    }
    questions() {
      const { onPaymentDataChanged, onPaymentAuthorized } = this.options.paymentDataCallbacks ?? {};
      return {
        ...onPaymentDataChanged && {
          partialPaymentDataCallback: (data) => onPaymentDataChanged(data)
        },
        ...onPaymentAuthorized && {
          fullPaymentDataCallback: (data) => onPaymentAuthorized(data)
        }
      };
    }
    requireSecureContext() {
      if (!window.isSecureContext) {
        throw failure("DEVELOPER_ERROR", "Google Pay APIs should be called in a secure context");
      }
    }
    async cardIsPresent() {
      await this.isLoaded;
      const { port1, port2 } = new MessageChannel();
      const reply = new Promise((resolve) => {
        port1.onmessage = (event) => resolve(event.data === true);
        setTimeout(() => resolve(false), 2e3);
      });
      this.frame.contentWindow?.postMessage("card-is-present", payOrigin, [port2]);
      return reply;
    }
  };
  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
})();
