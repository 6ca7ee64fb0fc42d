"use strict";
var page = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // web/automation/hook.ts
  var hook_exports = {};
  __export(hook_exports, {
    answer: () => answer,
    hook: () => hook
  });
  function hook(channel) {
    let count = 0;
    const events = (since = 0) => new Promise((resolve) => {
      count += 1;
      const id = `${channel}-${count}`;
      window.addEventListener(id, (event) => resolve(JSON.parse(String(event.detail))), { once: true });
      window.dispatchEvent(new CustomEvent(channel, { detail: JSON.stringify({ id, since: Number(since) }) }));
    });
    Object.defineProperty(window, "__transom", { value: Object.freeze({ events }) });
  }
  function answer(channel) {
    window.addEventListener(channel, (event) => {
      const detail = String(event.detail);
      const { id, since } = JSON.parse(detail);
      void window.webkit?.messageHandlers[channel]?.postMessage(String(since)).then((text) => {
        window.dispatchEvent(new CustomEvent(id, { detail: text }));
      });
    });
  }
  return __toCommonJS(hook_exports);
})();
page.hook(channel);
