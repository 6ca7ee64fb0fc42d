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

  // web/ukey/bridge.ts
  function connectBridge() {
    const globals = window;
    return new Promise((resolve) => {
      if (globals.WKWebViewJavascriptBridge !== void 0) {
        resolve(globals.WKWebViewJavascriptBridge);
      } else if (globals.WKWVJBCallbacks !== void 0) {
        globals.WKWVJBCallbacks.push(resolve);
      } else {
        globals.WKWVJBCallbacks = [resolve];
        window.webkit?.messageHandlers?.["iOS_Native_InjectJavascript"]?.postMessage(null);
      }
    });
  }
  var NativeError = class extends Error {
    constructor(code, reason) {
      super(reason);
      this.code = code;
      this.reason = reason;
    }
  };
  function call(bridge, name, data = {}) {
    return new Promise((resolve, reject) => {
      bridge.callHandler(name, data, (answer) => {
        const result = answer;
        if (typeof result === "object" && result !== null && result.success === false) {
          reject(new NativeError(String(result.code ?? "failed"), String(result.error ?? `${name} failed`)));
        } else {
          resolve(answer);
        }
      });
    });
  }

  // web/ukey/fields.ts
  function varint(value) {
    const bytes = [];
    let rest = value;
    while (rest > 127) {
      bytes.push(rest % 128 + 128);
      rest = Math.floor(rest / 128);
    }
    return [...bytes, rest];
  }
  function encode(fields) {
    const bytes = [];
    for (const [key, value] of Object.entries(fields)) {
      const id = Number(key);
      if (typeof value === "string") {
        const text2 = new TextEncoder().encode(value);
        bytes.push(...varint(id * 8 + 2), ...varint(text2.length), ...text2);
      } else if (Array.isArray(value)) {
        for (const each of value) {
          bytes.push(...varint(id * 8), ...varint(each));
        }
      } else if (value !== void 0) {
        bytes.push(...varint(id * 8), ...varint(Number(value)));
      }
    }
    return Uint8Array.from(bytes);
  }
  function decode(bytes) {
    const fields = /* @__PURE__ */ new Map();
    let at = 0;
    const number2 = () => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes[at];
        if (byte === void 0 || factor > 2 ** 63) {
          throw new Error("a message ends in the middle of a number");
        }
        at += 1;
        value += byte % 128 * factor;
        if (byte < 128) {
          return value;
        }
      }
    };
    const take = (count) => {
      if (at + count > bytes.length) {
        throw new Error("a message ends in the middle of a field");
      }
      at += count;
      return bytes.subarray(at - count, at);
    };
    while (at < bytes.length) {
      const key = number2();
      const id = Math.floor(key / 8);
      const values = fields.get(id) ?? [];
      fields.set(id, values);
      switch (key % 8) {
        case 0:
          values.push(number2());
          break;
        case 1:
          values.push(take(8));
          break;
        case 2:
          values.push(take(number2()));
          break;
        case 5:
          values.push(take(4));
          break;
        default:
          throw new Error("a message has a field of no known kind");
      }
    }
    return fields;
  }
  function text(fields, id) {
    const value = fields.get(id)?.[0];
    return value instanceof Uint8Array ? new TextDecoder().decode(value) : void 0;
  }
  function number(fields, id) {
    const value = fields.get(id)?.[0];
    return typeof value === "number" ? value : void 0;
  }

  // web/ukey/frames.ts
  var messageLimit = 64 * 1024;
  var packetSize = 64;
  var magic = [63, 35, 35];
  var headerSize = 6;
  var startsMessage = (bytes) => bytes.length >= magic.length + headerSize && magic.every((byte, index) => bytes[index] === byte);
  function toPackets({ type, payload }) {
    const body = new Uint8Array(2 + headerSize + payload.length);
    body.set([magic[1], magic[2]]);
    const view = new DataView(body.buffer);
    view.setUint16(2, type);
    view.setUint32(4, payload.length);
    body.set(payload, 2 + headerSize);
    const packets = [];
    for (let start = 0; start < body.length; start += packetSize - 1) {
      const packet = new Uint8Array(packetSize);
      packet[0] = magic[0];
      packet.set(body.subarray(start, start + packetSize - 1), 1);
      packets.push(packet);
    }
    return packets;
  }
  function toMessage(bytes) {
    if (bytes.length < headerSize) {
      throw new Error("a message has a type of two bytes and a length of four");
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { type: view.getUint16(0), payload: bytes.subarray(headerSize, headerSize + view.getUint32(2)) };
  }
  var Assembler = class {
    constructor() {
      this.parts = [];
      this.have = 0;
      this.need = 0;
    }
    /** Whether a message has begun and is not whole. */
    get isInside() {
      return this.need > 0;
    }
    /** Forgets what has come of a message. */
    reset() {
      this.parts = [];
      this.have = 0;
      this.need = 0;
    }
    /**
     * Takes a notification. Gives the whole message, its header included, or nothing while more is to come.
     * Within a message every notification continues it, also one that looks like a beginning.
     */
    feed(bytes) {
      if (this.isInside) {
        this.add(bytes);
      } else {
        if (!startsMessage(bytes)) {
          throw new Error("a notification that begins no message came between two messages");
        }
        const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magic.length + 2);
        if (length > messageLimit) {
          throw new Error(`a message of ${length} bytes is announced; at most ${messageLimit} are taken`);
        }
        this.need = headerSize + length;
        this.add(bytes.subarray(magic.length));
      }
      if (this.have < this.need) {
        return void 0;
      }
      const { parts, have, need } = this;
      this.reset();
      if (have > need) {
        throw new Error(`${have - need} bytes follow the end of a message`);
      }
      const message = new Uint8Array(need);
      let start = 0;
      for (const part of parts) {
        message.set(part, start);
        start += part.length;
      }
      return message;
    }
    add(bytes) {
      this.parts.push(bytes);
      this.have += bytes.length;
    }
  };

  // web/ukey/hex.ts
  function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  function fromHex(text2) {
    if (text2.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text2)) {
      throw new Error("not hex: pairs of the digits 0-9 and a-f are");
    }
    return Uint8Array.from({ length: text2.length / 2 }, (_, index) => parseInt(text2.slice(2 * index, 2 * index + 2), 16));
  }

  // web/ukey/device.ts
  var types = {
    Initialize: 0,
    Ping: 1,
    Success: 2,
    Failure: 3,
    Features: 17,
    PinMatrixRequest: 18,
    PinMatrixAck: 19,
    Cancel: 20,
    LockDevice: 24,
    ApplySettings: 25,
    ButtonRequest: 26,
    ButtonAck: 27,
    GetAddress: 29,
    Address: 30,
    PassphraseRequest: 41,
    PassphraseAck: 42,
    BixinPinInputOnDevice: 1e4
  };
  var DeviceFailure = class extends Error {
    constructor(code, message) {
      super(message);
      this.code = code;
    }
  };
  var patience = 3e5;
  function inTime(promise) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("the device did not answer in time")), patience);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }
  var Device = class {
    constructor(plugin, connectId, questions) {
      this.plugin = plugin;
      this.connectId = connectId;
      this.questions = questions;
      this.isBusy = false;
    }
    async getFeatures() {
      const fields = await this.call("Initialize", {}, "Features");
      return {
        deviceId: text(fields, 6) ?? "",
        label: text(fields, 10) ?? "",
        model: text(fields, 21) ?? "",
        version: [2, 3, 4].map((id) => number(fields, id) ?? 0).join("."),
        isUnlocked: number(fields, 16) === 1
      };
    }
    async ping(message, asksButton) {
      return text(await this.call("Ping", { 1: message, 2: asksButton }, "Success"), 1) ?? "";
    }
    async getAddress() {
      const path = [44, 0, 0].map((step) => step + 2147483648);
      return text(await this.call("GetAddress", { 1: [...path, 0, 0], 2: "Bitcoin" }, "Address"), 1) ?? "";
    }
    async lock() {
      await this.call("LockDevice", {}, "Success");
    }
    async usePassphrase(isUsed) {
      await this.call("ApplySettings", { 3: isUsed }, "Success");
    }
    /** One call at a time: the device serves one, and the vendor asks for it. */
    async call(name, fields, expected) {
      if (this.isBusy) {
        throw new Error("the device is busy with another call");
      }
      this.isBusy = true;
      let hasAsked = false;
      try {
        let answer = await this.exchange(name, fields);
        for (; ; ) {
          const next = await this.answerQuestion(answer);
          if (next === void 0) {
            break;
          }
          hasAsked = true;
          answer = next;
        }
        if (answer.name === "Failure") {
          throw new DeviceFailure(number(answer.fields, 1), text(answer.fields, 2) ?? "the device refused");
        }
        if (answer.name !== expected) {
          throw new Error(`the device answered with ${answer.name ?? "an unknown message"}`);
        }
        return answer.fields;
      } finally {
        this.isBusy = false;
        if (hasAsked) {
          this.questions.close();
        }
      }
    }
    async answerQuestion(answer) {
      switch (answer.name) {
        case "PinMatrixRequest": {
          const pin = await this.questions.pin();
          if (pin === void 0) {
            return this.exchange("Cancel", {});
          }
          return pin === "" ? this.exchange("BixinPinInputOnDevice", {}) : this.exchange("PinMatrixAck", { 1: pin });
        }
        case "ButtonRequest":
          return await this.questions.confirm("Confirm on your device.") ? this.exchange("ButtonAck", {}) : this.exchange("Cancel", {});
        case "PassphraseRequest": {
          const passphrase = await this.questions.passphrase();
          if (passphrase === void 0) {
            return this.exchange("Cancel", {});
          }
          return this.exchange("PassphraseAck", passphrase.onDevice ? { 3: true } : { 1: passphrase.value });
        }
        default:
          return void 0;
      }
    }
    async exchange(name, fields) {
      for (const packet of toPackets({ type: types[name], payload: encode(fields) })) {
        await this.plugin.send(this.connectId, toHex(packet));
      }
      const { type, payload } = toMessage(fromHex(await inTime(this.plugin.receive(this.connectId))));
      const entry = Object.entries(types).find(([, value]) => value === type);
      return { name: entry?.[0], fields: decode(payload) };
    }
  };

  // web/ukey/plugin.ts
  var keptMessages = 64;
  var cancellation = "3f23230014";
  var isDevice = (value) => {
    const device = value;
    return typeof device === "object" && device !== null && typeof device.id === "string" && typeof device.name === "string";
  };
  function makePlugin(bridge, onDisconnect = () => void 0) {
    const assembler = new Assembler();
    let messages = [];
    let failure;
    let waiting = [];
    const reset = (error) => {
      assembler.reset();
      messages = [];
      failure = void 0;
      const pending = waiting;
      waiting = [];
      for (const each of pending) {
        each.reject(error);
      }
    };
    const fail = (error) => {
      assembler.reset();
      const next = waiting.shift();
      if (next !== void 0) {
        next.reject(error);
      } else {
        failure = error;
      }
    };
    const deliver = (hex) => {
      const next = waiting.shift();
      if (next !== void 0) {
        next.resolve(hex);
      } else if (messages.length < keptMessages) {
        messages.push(hex);
      } else {
        fail(new Error("more messages came than were received"));
      }
    };
    const plugin = {
      version: "Transom-1.0",
      init() {
        bridge.registerHandler("monitorCharacteristic", (data) => {
          try {
            const message = assembler.feed(fromHex(typeof data === "string" ? data : ""));
            if (message !== void 0) {
              deliver(toHex(message));
            }
          } catch (error) {
            fail(error instanceof Error ? error : new Error(String(error)));
          }
        });
        bridge.registerHandler("connectFinished", () => void 0);
        bridge.registerHandler("disconnected", (data) => {
          const { code, error } = data ?? {};
          const lost = new NativeError(String(code ?? "device_lost"), String(error ?? "the device is gone"));
          reset(lost);
          onDisconnect(lost);
        });
      },
      async enumerate() {
        const devices = await call(bridge, "enumerate");
        return Array.isArray(devices) ? devices.filter(isDevice).map(({ id, name }) => ({ id, name })) : [];
      },
      async connect(uuid) {
        reset(new NativeError("superseded", "another connection was begun"));
        await call(bridge, "connect", { uuid });
      },
      async disconnect(uuid) {
        try {
          await call(bridge, "disconnect", { uuid });
        } finally {
          reset(new NativeError("disconnected", "the device was disconnected"));
        }
      },
      async send(uuid, data, options = {}) {
        const head = data.slice(0, 10).toLowerCase();
        if (head === cancellation) {
          assembler.reset();
          messages = [];
          failure = void 0;
        } else if (head.startsWith("3f2323")) {
          reset(new Error("another exchange has begun"));
        }
        await call(bridge, "send", { uuid, data, ...options });
      },
      receive() {
        const message = messages.shift();
        if (message !== void 0) {
          return Promise.resolve(message);
        }
        if (failure !== void 0) {
          const error = failure;
          failure = void 0;
          return Promise.reject(error);
        }
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      }
    };
    return plugin;
  }

  // web/ukey/main.ts
  function nativeQuestions(bridge) {
    const ask = async (name, data = {}) => {
      try {
        return await call(bridge, name, data);
      } catch (error) {
        if (error instanceof NativeError && error.code === "cancelled") {
          return void 0;
        }
        throw error;
      }
    };
    return {
      async pin() {
        const answer = await ask("requestPinInput");
        return typeof answer === "string" ? answer : void 0;
      },
      async confirm(message) {
        return await ask("requestButtonConfirmation", { message }) === "ok";
      },
      async passphrase() {
        const answer = await ask("requestPassphraseInput");
        return answer === void 0 ? void 0 : { value: String(answer.value ?? ""), onDevice: answer.passphraseOnDevice === true };
      },
      close() {
        bridge.callHandler("closeUIWindow", {});
      }
    };
  }
  var Page = class {
    constructor(app2, bridge) {
      this.app = app2;
      this.bridge = bridge;
      /** The device_id that each connectId had, so that another wallet behind one is noticed. */
      this.deviceIds = /* @__PURE__ */ new Map();
      this.status = h("p", { class: "status", role: "status", "data-testid": "status" });
      this.found = h("div", { class: "actions" });
      this.facts = h("dl", { class: "facts", "data-testid": "facts" });
      this.flows = [];
      this.plugin = makePlugin(bridge, (lost) => this.lost(lost));
      this.plugin.init();
      Object.defineProperty(window, "transomPlugin", { value: this.plugin });
    }
    show() {
      this.app.replaceChildren(
        h(
          "main",
          {},
          h("h1", {}, "Hardware wallet"),
          h(
            "section",
            { class: "panel" },
            button({ testid: "search", name: "Look for wallets", class: "action first" }, () => void this.search()),
            this.found
          ),
          h(
            "section",
            { class: "panel" },
            h("h2", {}, "With the connected wallet"),
            h(
              "div",
              { class: "actions" },
              this.flow("features", "Read its features", (device) => this.features(device)),
              this.flow("pin", "Show an address of the locked wallet", async (device) => {
                await device.lock();
                return `Address ${await device.getAddress()}`;
              }),
              this.flow("button", "Confirm on the wallet", async (device) => `Confirmed: ${await device.ping("hello", true)}`),
              this.flow("passphrase", "Open a hidden wallet", async (device) => {
                await device.usePassphrase(true);
                try {
                  return `Address ${await device.getAddress()}`;
                } finally {
                  await device.usePassphrase(false);
                }
              }),
              this.flow("disconnect", "Disconnect", async (device) => {
                this.setDevice(void 0);
                await this.plugin.disconnect(device.connectId);
                return "Disconnected";
              })
            ),
            this.facts
          ),
          this.status
        )
      );
      this.setDevice(void 0);
      this.say("Look for a wallet to begin.", "idle");
    }
    say(text2, state) {
      this.status.textContent = text2;
      this.status.dataset["kind"] = state === "failed" || state === "lost" ? "bad" : "good";
      document.body.dataset["page"] = state;
    }
    setDevice(device) {
      this.device = device;
      for (const flow of this.flows) {
        flow.toggleAttribute("disabled", device === void 0);
      }
    }
    lost(error) {
      if (this.device !== void 0) {
        this.setDevice(void 0);
        this.say(`The wallet is gone: ${error.reason}`, "lost");
      }
    }
    async search() {
      this.found.replaceChildren();
      this.say("Looking…", "searching");
      try {
        const devices = await this.plugin.enumerate();
        this.found.replaceChildren(...devices.map((device, index) => this.choice(device, index)));
        this.say(devices.length === 0 ? "No wallet was found." : "Choose a wallet.", devices.length === 0 ? "failed" : "found");
      } catch (error) {
        this.failed(error);
      }
    }
    choice(device, index) {
      return button(
        { testid: `connect-${index}`, name: `Connect ${device.name}`, class: "action" },
        () => void this.connect(device)
      );
    }
    async connect({ id }) {
      this.say("Connecting…", "connecting");
      try {
        await this.plugin.connect(id);
        const device = new Device(this.plugin, id, nativeQuestions(this.bridge));
        const { deviceId } = await device.getFeatures();
        const before = this.deviceIds.get(id);
        this.deviceIds.set(id, deviceId);
        this.setDevice(device);
        this.say(before === void 0 || before === deviceId ? "Connected." : "Connected, to another wallet than before.", "connected");
      } catch (error) {
        this.failed(error);
      }
    }
    flow(testid, name, run) {
      const element = button({ testid, name, class: "action" }, () => {
        const device = this.device;
        if (device === void 0) {
          return;
        }
        this.say("Waiting for the wallet…", "busy");
        run(device).then(
          (result) => this.say(result, `done-${testid}`),
          (error) => this.failed(error)
        );
      });
      this.flows.push(element);
      return element;
    }
    async features(device) {
      const { label, model, version, deviceId, isUnlocked } = await device.getFeatures();
      const facts = { Label: label, Model: model, Firmware: version, Device: deviceId, State: isUnlocked ? "unlocked" : "locked" };
      this.facts.replaceChildren(
        ...Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])
      );
      return `This is ${label}.`;
    }
    failed(error) {
      const isCancelled = error instanceof DeviceFailure && error.code === 4;
      this.say(error instanceof Error ? error.message : String(error), isCancelled ? "cancelled" : "failed");
    }
  };
  var app = document.getElementById("app");
  if (app !== null) {
    app.textContent = "Waiting for the host…";
    void connectBridge().then((bridge) => new Page(app, bridge).show());
  }
})();
