"use strict";
(() => {
  // web/bridge/callback-bridge.ts
  (() => {
    const dialect = TRANSOM_BRIDGE;
    const globals = window;
    let generation = dialect.generation;
    const present = globals[dialect.global];
    if (present) {
      const begin = present["_begin"];
      if (typeof begin === "function") {
        begin(generation);
      }
      return;
    }
    const handlers = /* @__PURE__ */ new Map();
    const callbacks = /* @__PURE__ */ new Map();
    let queue = [];
    let count = 0;
    let defers = dialect.defers;
    let early = [];
    const run = (body) => {
      try {
        body();
      } catch (error) {
        setTimeout(() => {
          throw error;
        }, 0);
      }
    };
    const frame = dialect.queueURL === null ? void 0 : document.createElement("iframe");
    const signal = () => {
      if (frame !== void 0) {
        frame.src = dialect.queueURL ?? "";
      } else {
        window.webkit?.messageHandlers?.[dialect.queueHandler ?? ""]?.postMessage(null);
      }
    };
    const send = (message) => {
      queue.push(JSON.stringify(message));
      signal();
    };
    const answerTo = (message) => {
      const callbackID = message[dialect.callbackID];
      if (typeof callbackID !== "string") {
        return () => void 0;
      }
      let isAnswered = false;
      return (data) => {
        if (isAnswered) {
          return;
        }
        isAnswered = true;
        send({ handlerName: message["handlerName"], [dialect.responseID]: callbackID, responseData: data });
      };
    };
    const dispatch = (text) => {
      const message = JSON.parse(text);
      const responseID = message[dialect.responseID];
      if (typeof responseID === "string") {
        const callback = callbacks.get(responseID);
        callbacks.delete(responseID);
        if (callback !== void 0) {
          run(() => callback(message["responseData"]));
        }
        return;
      }
      const answer = answerTo(message);
      const name = String(message["handlerName"]);
      const handler = handlers.get(name);
      if (handler === void 0) {
        console.warn(`${dialect.global}: the page has no handler of that name`);
        answer({ success: false, code: "unknown_handler", error: `the page has no handler ${JSON.stringify(name)}` });
        return;
      }
      run(() => handler(message["data"], answer));
    };
    const receive = (text) => {
      if (early !== void 0) {
        early.push(text);
      } else if (defers) {
        setTimeout(() => dispatch(text), 0);
      } else {
        dispatch(text);
      }
    };
    const immediate = () => {
      defers = false;
    };
    const bridge = {
      registerHandler(name, handler) {
        handlers.set(name, handler);
      },
      callHandler(name, data, callback) {
        if (arguments.length === 2 && typeof data === "function") {
          callback = data;
          data = null;
        }
        const message = { handlerName: name, data };
        if (callback === void 0 || callback === null) {
          return send(message);
        }
        count += 1;
        const callbackID = `cb_${count}_${Date.now()}`;
        message[dialect.callbackID] = callbackID;
        callbacks.set(callbackID, callback);
        try {
          send(message);
        } catch (error) {
          callbacks.delete(callbackID);
          throw error;
        }
      },
      disableJavscriptAlertBoxSafetyTimeout: immediate,
      _fetchQueue(wanted) {
        if (wanted !== void 0 && wanted !== generation) {
          return null;
        }
        const text = `[${queue.join(",")}]`;
        queue = [];
        return text;
      },
      [dialect.receive](text, wanted) {
        if (wanted !== void 0 && wanted !== generation) {
          return false;
        }
        receive(text);
        return true;
      },
      _begin(next) {
        generation = next;
      }
    };
    handlers.set("_disableJavascriptAlertBoxSafetyTimeout", immediate);
    globals[dialect.global] = bridge;
    if (frame !== void 0) {
      frame.style.display = "none";
      signal();
      document.documentElement.appendChild(frame);
    }
    setTimeout(() => {
      const waiting = globals[dialect.waiting];
      delete globals[dialect.waiting];
      if (Array.isArray(waiting)) {
        for (const setUp of waiting) {
          if (typeof setUp === "function") {
            run(() => setUp(bridge));
          }
        }
      }
      const kept = early ?? [];
      early = void 0;
      for (const text of kept) {
        receive(text);
      }
    }, 0);
  })();
})();
