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

  // web/automation/console.ts
  var console_exports = {};
  __export(console_exports, {
    watch: () => watch
  });
  var longest = 4096;
  var rate = 200;
  var text = (value) => {
    try {
      if (typeof value === "string")
        return value;
      if (value instanceof Error)
        return value.stack ? `${value}
${value.stack}` : String(value);
      if (typeof value === "object" && value !== null)
        return JSON.stringify(value) ?? String(value);
      return String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  function watch(channel) {
    const dispatch = window.dispatchEvent.bind(window);
    const Message = CustomEvent;
    const stringify = JSON.stringify;
    let left = rate;
    let second = 0;
    const tell = (message) => {
      const now = Math.floor(performance.now() / 1e3);
      if (now !== second) {
        second = now;
        left = rate;
      }
      if (left-- > 0)
        dispatch(new Message(channel, { detail: stringify(message) }));
    };
    for (const level of ["debug", "log", "info", "warn", "error"]) {
      const original = console[level];
      console[level] = (...values) => {
        tell({ level, text: values.map(text).join(" ").slice(0, longest) });
        original.apply(console, values);
      };
    }
    window.addEventListener("error", (event) => {
      if (!(event instanceof ErrorEvent))
        return;
      tell({ error: true, text: event.message.slice(0, longest), url: event.filename, line: event.lineno });
    });
    window.addEventListener("unhandledrejection", (event) => {
      tell({ error: true, text: `Unhandled rejection: ${text(event.reason)}`.slice(0, longest) });
    });
  }
  return __toCommonJS(console_exports);
})();
page.watch(channel);
