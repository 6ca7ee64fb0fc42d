"use strict";
(() => {
  // web/bridge/googlepay-result.ts
  (() => {
    const sentinel = "__ACTIVITIES__";
    const vendor = "https://pay.google.com";
    const interval = 500;
    const grace = 3e3;
    const maximum = 8;
    const handler = window.webkit?.messageHandlers?.[TRANSOM_RESULT_HANDLER];
    if (handler === void 0) {
      return;
    }
    const connections = /* @__PURE__ */ new Map();
    const finish = (popup, code) => {
      const connection = connections.get(popup);
      if (connection === void 0) {
        return;
      }
      clearInterval(connection.watch);
      connections.delete(popup);
      const seconds = Math.max(0, (performance.now() - connection.since) / 1e3);
      handler.postMessage({ code: typeof code === "string" ? code.slice(0, 64) : null, seconds });
    };
    const connect = (popup) => {
      if (connections.has(popup) || connections.size >= maximum) {
        return;
      }
      const connection = { since: performance.now() };
      connection.watch = setInterval(() => {
        if (popup.closed) {
          clearInterval(connection.watch);
          setTimeout(() => connections.get(popup) === connection && finish(popup, "canceled"), grace);
        }
      }, interval);
      connections.set(popup, connection);
    };
    const openedHere = (source) => {
      const popup = source;
      return popup !== null && "opener" in popup && popup.top === popup && popup.opener === window ? popup : void 0;
    };
    window.addEventListener(
      "message",
      (event) => {
        if (!event.isTrusted || event.origin !== vendor) {
          return;
        }
        const data = event.data;
        if (typeof data !== "object" || data === null) {
          return;
        }
        const { sentinel: mark, cmd, payload } = data;
        if (mark !== sentinel || cmd !== "connect" && cmd !== "result") {
          return;
        }
        const popup = connections.has(event.source) ? event.source : openedHere(event.source);
        if (popup === void 0) {
          return;
        }
        if (cmd === "connect") {
          connect(popup);
        } else {
          const result = typeof payload === "object" && payload !== null ? payload : {};
          finish(popup, result["code"]);
        }
      },
      true
    );
  })();
})();
