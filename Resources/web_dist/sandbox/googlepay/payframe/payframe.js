"use strict";
(() => {
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

  // web/sandbox/googlepay/payframe/main.ts
  window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.data === "card-is-present") {
      event.ports[0]?.postMessage(customer() !== void 0);
    }
  });
  document.body.dataset["page"] = "payframe";
})();
