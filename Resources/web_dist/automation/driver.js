"use strict";
var driver = (() => {
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

  // web/automation/driver.ts
  var driver_exports = {};
  __export(driver_exports, {
    perform: () => perform
  });

  // web/automation/arrivals.ts
  var store = window;
  function arrivals() {
    store.transomArrivals ?? (store.transomArrivals = {
      document: String(Math.random()),
      counts: { mouseup: 0, keyup: 0 },
      heard: /* @__PURE__ */ new WeakSet(),
      waiting: []
    });
    return store.transomArrivals;
  }
  function* windows(root) {
    yield root;
    for (const frame2 of root.document.querySelectorAll("iframe")) {
      if (frame2.contentDocument && frame2.contentWindow) {
        yield* windows(frame2.contentWindow);
      }
    }
  }
  function listen(kind) {
    const state2 = arrivals();
    for (const each of windows(window)) {
      if (state2.heard.has(each)) {
        continue;
      }
      state2.heard.add(each);
      for (const one2 of ["mouseup", "keyup"]) {
        const listener = (event) => {
          if (event.isTrusted) {
            state2.counts[one2] += 1;
            for (const wake of state2.waiting.splice(0)) {
              wake();
            }
          }
        };
        each.addEventListener(one2, listener, { capture: true, passive: true });
      }
    }
    return { document: state2.document, seen: state2.counts[kind] };
  }
  async function arrived(kind, document2, count, timeout) {
    const state2 = arrivals();
    const end = performance.now() + timeout;
    while (state2.document === document2 && state2.counts[kind] < count && performance.now() < end) {
      await new Promise((resolve) => {
        state2.waiting.push(resolve);
        setTimeout(resolve, Math.max(0, end - performance.now()));
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  // web/automation/kinds.ts
  var isInput = (element) => element.localName === "input";
  var isSelect = (element) => element.localName === "select";
  var isTextArea = (element) => element.localName === "textarea";
  var isFrame = (element) => element.localName === "iframe";
  var isImage = (element) => element.localName === "img";
  var isEditable = (element) => element.isContentEditable === true;

  // web/automation/accessibility.ts
  var inputRoles = {
    button: "button",
    submit: "button",
    reset: "button",
    image: "button",
    checkbox: "checkbox",
    radio: "radio",
    range: "slider",
    number: "spinbutton",
    search: "searchbox",
    email: "textbox",
    tel: "textbox",
    text: "textbox",
    url: "textbox",
    password: "textbox"
  };
  var tagRoles = {
    BUTTON: "button",
    TEXTAREA: "textbox",
    OPTION: "option",
    IMG: "img",
    NAV: "navigation",
    MAIN: "main",
    FORM: "form",
    UL: "list",
    OL: "list",
    LI: "listitem",
    TABLE: "table",
    TR: "row",
    TD: "cell",
    TH: "columnheader",
    DIALOG: "dialog",
    H1: "heading",
    H2: "heading",
    H3: "heading",
    H4: "heading",
    H5: "heading",
    H6: "heading",
    PROGRESS: "progressbar",
    SUMMARY: "button",
    ARTICLE: "article",
    HEADER: "banner",
    FOOTER: "contentinfo",
    OUTPUT: "status"
  };
  function roleOf(element) {
    const said = element.getAttribute("role")?.trim().split(/\s+/)[0];
    if (said) {
      return said;
    }
    if (isInput(element)) {
      return inputRoles[element.type];
    }
    if (isSelect(element)) {
      return element.multiple || element.size > 1 ? "listbox" : "combobox";
    }
    if (element.tagName === "A" || element.tagName === "AREA") {
      return element.hasAttribute("href") ? "link" : void 0;
    }
    return tagRoles[element.tagName];
  }
  function nameOf(element) {
    const labelledBy = element.getAttribute("aria-labelledby");
    if (labelledBy) {
      const root = element.getRootNode();
      const texts = labelledBy.split(/\s+/).map((id) => root.getElementById(id)?.textContent ?? "");
      return texts.join(" ");
    }
    const label = element.getAttribute("aria-label");
    if (label) {
      return label;
    }
    const labels = element.labels;
    if (labels && labels.length > 0) {
      return [...labels].map((each) => each.textContent ?? "").join(" ");
    }
    if (isInput(element) && ["button", "submit", "reset"].includes(element.type)) {
      return element.value;
    }
    if (isImage(element)) {
      return element.alt;
    }
    const content = element.textContent?.trim();
    return content || element.getAttribute("title") || element.getAttribute("placeholder") || "";
  }

  // web/automation/selector.ts
  var SelectorError = class extends Error {
  };
  var words = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  function textTest(wanted) {
    const exact = /^"(.*)"$/s.exec(wanted)?.[1];
    if (exact !== void 0) {
      const whole = words(exact);
      return (text) => words(text) === whole;
    }
    const part = words(wanted).toLowerCase();
    if (part === "") {
      throw new SelectorError("text= has no text after it");
    }
    return (text) => words(text).toLowerCase().includes(part);
  }
  function* elements(root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) {
        yield* elements(element.shadowRoot);
      }
      if (isFrame(element)) {
        const inner = element.contentDocument;
        if (inner) {
          yield* elements(inner);
        }
      }
    }
  }
  function byText(wanted) {
    const test = textTest(wanted);
    const isSkipped = (element) => ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(element.tagName);
    const textOf = (element) => {
      const isButton = isInput(element) && ["button", "submit", "reset"].includes(element.type);
      return isButton ? element.value : element.textContent ?? "";
    };
    const found = [...elements(document)].filter((element) => !isSkipped(element) && test(textOf(element)));
    return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
  }
  function byRole(wanted) {
    const parts = /^([a-z]+)(?:\[name=(.+)\])?$/s.exec(wanted.trim());
    if (!parts) {
      throw new SelectorError(`role=${wanted} is not written as role=button or role=button[name="Pay"]`);
    }
    const test = parts[2] === void 0 ? () => true : textTest(parts[2]);
    return [...elements(document)].filter((element) => roleOf(element) === parts[1] && test(nameOf(element)));
  }
  function byCSS(selector) {
    try {
      document.createDocumentFragment().querySelector(selector);
    } catch {
      throw new SelectorError(`${selector} is no CSS selector; text=, role= and testid= are possible too`);
    }
    return [...elements(document)].filter((element) => element.matches(selector));
  }
  function find(selector) {
    const [, kind, rest] = /^(text|role|testid|css)=(.*)$/s.exec(selector) ?? [];
    switch (kind) {
      case "text":
        return byText(rest ?? "");
      case "role":
        return byRole(rest ?? "");
      case "testid":
        return [...elements(document)].filter((element) => element.getAttribute("data-testid") === rest);
      case "css":
        return byCSS(rest ?? "");
      default:
        return byCSS(selector);
    }
  }

  // web/automation/driver.ts
  var NotYet = class extends Error {
  };
  var describe = (element) => {
    const name = element.tagName.toLowerCase();
    const id = element.id ? `#${element.id}` : "";
    const testid = element.getAttribute("data-testid");
    return `<${name}${id}${testid ? ` data-testid="${testid}"` : ""}>`;
  };
  var isVisible = (element) => {
    const box = element.getBoundingClientRect();
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style?.visibility === "visible";
  };
  function one(selector) {
    const found = find(selector);
    const seen = found.filter(isVisible);
    const [first] = seen;
    if (!first) {
      throw new NotYet(found.length === 0 ? `nothing matches ${selector}` : `${selector} is there and cannot be seen`);
    }
    if (seen.length > 1) {
      throw new NotYet(`${seen.length} elements match ${selector}: ${seen.slice(0, 3).map(describe).join(", ")}`);
    }
    return first;
  }
  function offset(element) {
    let x = 0;
    let y = 0;
    let view = element.ownerDocument.defaultView;
    while (view && view !== window) {
      const frame2 = view.frameElement;
      if (!frame2)
        break;
      const box = frame2.getBoundingClientRect();
      x += box.left + frame2.clientLeft;
      y += box.top + frame2.clientTop;
      view = frame2.ownerDocument.defaultView;
    }
    return { x, y };
  }
  function place() {
    const path = [];
    for (let view = window; view !== view.top; view = view.parent) {
      let index = 0;
      while (index < view.parent.length && view.parent[index] !== view)
        index += 1;
      path.unshift(index);
    }
    return { path, url: location.href };
  }
  async function frame(index) {
    const child = window[index];
    const element = [...document.querySelectorAll("iframe, frame")].find(
      (each) => each.contentWindow === child
    );
    if (!child || !element) {
      throw new NotYet("the frame is not there");
    }
    if (!isVisible(element)) {
      throw new NotYet(`the frame ${describe(element)} cannot be seen`);
    }
    const visible = element.getBoundingClientRect();
    if (visible.bottom < 0 || visible.top > innerHeight || visible.right < 0 || visible.left > innerWidth) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    }
    const before = boxOf(element);
    await nextFrame();
    if (boxOf(element) !== before) {
      throw new NotYet(`the frame ${describe(element)} moves`);
    }
    const box = element.getBoundingClientRect();
    return { x: box.left + element.clientLeft, y: box.top + element.clientTop, tag: "iframe", text: "" };
  }
  var nextFrame = () => new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  var boxOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].join(" ");
  };
  async function point(selector) {
    const element = one(selector);
    if (element.matches(":disabled") || element.closest("[aria-disabled=true]")) {
      throw new NotYet(`${describe(element)} is disabled`);
    }
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = boxOf(element);
    await nextFrame();
    if (boxOf(element) !== before) {
      throw new NotYet(`${describe(element)} moves`);
    }
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const root = element.getRootNode();
    const top = root.elementFromPoint(x, y);
    const label = element.closest("label");
    if (!top || !(element.contains(top) || top.contains(element) || label?.contains(top))) {
      throw new NotYet(`${describe(element)} is ${top ? `covered by ${describe(top)}` : "outside of the window"}`);
    }
    const { x: left, y: above } = offset(element);
    return { x: left + x, y: above + y, tag: element.tagName.toLowerCase(), text: words(element.textContent).slice(0, 200) };
  }
  function focus(selector) {
    const element = one(selector);
    const isField = isInput(element) || isTextArea(element);
    if (!isField && !isEditable(element)) {
      return { problem: `${describe(element)} takes no text` };
    }
    if (isField && element.readOnly) {
      throw new NotYet(`${describe(element)} is read-only`);
    }
    element.focus();
    if (isField) {
      element.select();
    } else {
      element.ownerDocument.getSelection()?.selectAllChildren(element);
    }
    return { x: 0, y: 0, tag: element.tagName.toLowerCase(), text: isField ? element.value.slice(0, 200) : "" };
  }
  function choose(selector, option) {
    const element = one(selector);
    if (!isSelect(element)) {
      return { problem: `${describe(element)} is no list` };
    }
    const found = [...element.options].find((each) => each.value === option || words(each.label) === words(option));
    if (!found) {
      const labels = [...element.options].map((each) => words(each.label)).join(", ");
      throw new NotYet(`${describe(element)} has no option ${option}; it has ${labels}`);
    }
    if (found.disabled) {
      throw new NotYet(`the option ${option} is disabled`);
    }
    element.focus();
    element.value = found.value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
    return { x: 0, y: 0, tag: "select", text: words(found.label) };
  }
  function state(selector) {
    const element = one(selector);
    return { x: 0, y: 0, tag: element.tagName.toLowerCase(), text: words(element.textContent).slice(0, 200) };
  }
  function attempt(request) {
    switch (request.action) {
      case "point":
        return point(request.selector);
      case "focus":
        return focus(request.selector);
      case "choose":
        return choose(request.selector, request.option ?? "");
      case "state":
        return state(request.selector);
      case "place":
        return place();
      case "frame":
        return frame(request.index ?? 0);
      case "listen":
        return listen(request.kind ?? "mouseup");
      case "arrived":
        return arrived(request.kind ?? "mouseup", request.document ?? "", request.count ?? 0, request.timeout).then(
          () => ({ x: 0, y: 0, tag: "", text: "" })
        );
    }
  }
  async function perform(request) {
    const end = performance.now() + request.timeout;
    for (; ; ) {
      try {
        return await attempt(request);
      } catch (error) {
        if (error instanceof SelectorError) {
          return { problem: error.message };
        }
        if (!(error instanceof NotYet)) {
          throw error;
        }
        if (performance.now() >= end) {
          return { problem: error.message };
        }
        await nextFrame();
      }
    }
  }
  return __toCommonJS(driver_exports);
})();
return driver.perform(request);
