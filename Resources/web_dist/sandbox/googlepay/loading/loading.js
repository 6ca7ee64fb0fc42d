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

  // web/sandbox/googlepay/origins.ts
  var accountsOrigin = "https://accounts.google.com";
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

  // web/sandbox/googlepay/loading/main.ts
  function start(app2) {
    app2.replaceChildren(h("main", {}, h("p", { role: "status" }, "One moment…")));
    document.body.dataset["page"] = "loading";
    const payment = new URL("/gp/p/ui/pay", location.origin);
    payment.search = location.search;
    const signin = new URL("/v3/signin/identifier", accountsOrigin);
    signin.search = new URLSearchParams({ continue: payment.href, hl: "en" }).toString();
    location.replace(customer() === void 0 ? signin.href : payment.href);
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
