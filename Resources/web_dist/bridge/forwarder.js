"use strict";
(() => {
  // web/bridge/forwarder.ts
  (() => {
    const { apply, getOwnPropertyDescriptor, defineProperty } = Reflect;
    const source = TRANSOM_FORWARD_SOURCE;
    const handler = window.webkit?.messageHandlers?.[TRANSOM_FORWARD_HANDLER];
    if (handler === void 0 || window.top !== window) {
      return;
    }
    const mark = Symbol.for(`transom.forwarder ${source} ${TRANSOM_FORWARD_HANDLER}`);
    if (getOwnPropertyDescriptor(window, mark) !== void 0) {
      return;
    }
    defineProperty(window, mark, { value: true });
    const getter = (name) => {
      const get = getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get;
      return (event) => get === void 0 ? void 0 : apply(get, event, []);
    };
    const dataOf = getter("data");
    const sourceOf = getter("source");
    const originOf = getter("origin");
    const portsOf = getter("ports");
    const post = handler.postMessage;
    const self = window;
    const origin = window.origin;
    const listener = (event) => {
      if (!event.isTrusted || sourceOf(event) !== self || originOf(event) !== origin) {
        return;
      }
      if (portsOf(event).length !== 0) {
        return;
      }
      const data = dataOf(event);
      if (typeof data !== "object" || data === null) {
        return;
      }
      if (getOwnPropertyDescriptor(data, "source")?.value === source) {
        apply(post, handler, [data]);
      }
    };
    window.addEventListener("message", listener, true);
  })();
})();
