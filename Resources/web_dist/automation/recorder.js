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

  // web/automation/recorder.ts
  var recorder_exports = {};
  __export(recorder_exports, {
    record: () => record,
    selectorOf: () => selectorOf
  });

  // web/automation/kinds.ts
  var isInput = (element) => element.localName === "input";
  var isSelect = (element) => element.localName === "select";
  var isTextArea = (element) => element.localName === "textarea";
  var isFrame = (element) => element.localName === "iframe";
  var isImage = (element) => element.localName === "img";

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

  // web/automation/recorder.ts
  var isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  };
  function names(selector, element) {
    try {
      const seen = find(selector).filter(isSeen);
      return seen.length === 1 && seen[0] === element;
    } catch {
      return false;
    }
  }
  function path(element) {
    const parts = [];
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      if (each.id && /^[A-Za-z][\w-]*$/.test(each.id)) {
        parts.unshift(`#${each.id}`);
        break;
      }
      const tag = each.tagName.toLowerCase();
      const parent = each.parentElement;
      const alike = parent ? [...parent.children].filter((child) => child.tagName === each?.tagName) : [];
      parts.unshift(alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(each) + 1})` : tag);
    }
    return parts.join(" > ");
  }
  function selectorOf(element) {
    const testid = element.getAttribute("data-testid");
    if (testid && names(`testid=${testid}`, element))
      return `testid=${testid}`;
    const role = roleOf(element);
    const name = words(nameOf(element));
    if (role && name && name.length <= 60 && !name.includes('"')) {
      const selector = `role=${role}[name="${name}"]`;
      if (names(selector, element))
        return selector;
    }
    const text = words(element.textContent);
    if (text && text.length <= 60 && !text.includes('"') && names(`text="${text}"`, element))
      return `text="${text}"`;
    return path(element);
  }
  var isText = (element) => isTextArea(element) || isInput(element) && !["button", "submit", "reset", "checkbox", "radio", "file", "image", "range", "color"].includes(element.type);
  var isSecret = (element) => isInput(element) && element.type === "password" || /(^|[\s_-])(cc-|one-time-code|current-password|new-password)/i.test(element.autocomplete) || /card|cvc|cvv|passw|passphrase|(pin|otp)(code|number|value|input|field)?(?![a-z])/i.test(`${element.name} ${element.id} ${nameOf(element)}`);
  var control = (element) => element.closest("button, a[href], summary, label, input, select, textarea, [role=button], [role=link], [data-testid]") ?? element;
  function record(channel) {
    const handlers = window.webkit?.messageHandlers;
    const tell = (step) => handlers?.[channel]?.postMessage(JSON.stringify(step));
    const told = /* @__PURE__ */ new WeakMap();
    const fill = (element) => {
      if (told.get(element) === element.value)
        return;
      told.set(element, element.value);
      const secret = isSecret(element);
      const step = { command: "fill", selector: selectorOf(element), text: secret ? "" : element.value };
      tell(secret ? { ...step, secret: true } : step);
    };
    const target = (event) => {
      const first = event.composedPath()[0];
      return event.isTrusted && first instanceof Element ? first : void 0;
    };
    let label;
    window.addEventListener("click", (event) => {
      const hit = target(event);
      if (!hit || event.detail === 0)
        return;
      const element = control(hit);
      if (label && label.control === element) {
        label = void 0;
        return;
      }
      label = element.tagName === "LABEL" ? element : void 0;
      if (isText(element) || isSelect(element) || element === document.body || element === document.documentElement)
        return;
      tell({ command: "click", selector: selectorOf(element) });
    }, true);
    window.addEventListener("focus", (event) => {
      const element = target(event);
      if (element && isText(element))
        told.set(element, element.value);
    }, true);
    window.addEventListener("change", (event) => {
      const element = target(event);
      if (!element)
        return;
      if (isText(element))
        fill(element);
      if (isSelect(element)) {
        const option = element.selectedOptions[0];
        if (option)
          tell({ command: "select", selector: selectorOf(element), option: words(option.label) });
      }
    }, true);
    window.addEventListener("keydown", (event) => {
      const element = target(event);
      if (!element || !["Enter", "Escape", " "].includes(event.key))
        return;
      if (event.key === " " && (isText(element) || element === document.body))
        return;
      if (isTextArea(element) && event.key === "Enter")
        return;
      if (isText(element))
        fill(element);
      tell({ command: "press", key: event.key === " " ? "Space" : event.key });
    }, true);
  }
  return __toCommonJS(recorder_exports);
})();
page.record(channel);
