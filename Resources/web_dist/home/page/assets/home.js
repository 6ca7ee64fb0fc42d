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
  function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
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

  // web/home/art.ts
  var picture = (...shapes) => svg("svg", { viewBox: "0 0 320 200", "aria-hidden": "true", class: "art", preserveAspectRatio: "xMidYMid meet" }, ...shapes);
  var rect = (x, y, width, height, rx, fill2) => svg("rect", { x: String(x), y: String(y), width: String(width), height: String(height), rx: String(rx), fill: fill2 });
  var circle = (cx, cy, r, fill2) => svg("circle", { cx: String(cx), cy: String(cy), r: String(r), fill: fill2 });
  var path = (d, fill2, stroke = "none", width = 0) => svg("path", { d, fill: fill2, stroke, "stroke-width": String(width), "stroke-linecap": "round", "stroke-linejoin": "round" });
  var gift = () => picture(
    circle(272, 52, 74, "#ffd9c7"),
    rect(86, 76, 148, 100, 14, "#e4572e"),
    rect(78, 64, 164, 34, 12, "#c9431c"),
    rect(149, 64, 22, 112, 0, "#ffc9b3"),
    path("M160 63C136 63 120 31 141 28C155 26 160 46 160 63C160 46 165 26 179 28C200 31 184 63 160 63Z", "none", "#f08a66", 9),
    rect(100, 150, 36, 8, 4, "#f49a7c"),
    rect(184, 150, 36, 8, 4, "#f49a7c")
  );
  var tap = () => picture(
    circle(58, 168, 78, "#d3e3ff"),
    rect(58, 52, 150, 96, 14, "#9bbcf5"),
    rect(82, 76, 158, 100, 14, "#2453b8"),
    rect(82, 98, 158, 20, 0, "#16367d"),
    rect(98, 144, 54, 10, 5, "#9bbcf5"),
    path("M252 40A34 34 0 0 1 252 92M266 26A54 54 0 0 1 266 106M238 54A16 16 0 0 1 238 78", "none", "#2453b8", 9)
  );
  var plane = () => picture(
    circle(160, 214, 112, "#bfe6d6"),
    path("M20 152C90 60 200 40 300 62", "none", "#7fc7ab", 5),
    path("M214 34L252 58L204 78L200 106L178 82L130 92Z", "#0f7a56"),
    path("M178 82L252 58L200 106Z", "#0a5a3f"),
    circle(76, 134, 14, "#ffffff"),
    circle(96, 126, 20, "#ffffff"),
    circle(116, 134, 14, "#ffffff"),
    rect(62, 130, 68, 18, 9, "#ffffff"),
    circle(262, 150, 11, "#ffffff"),
    rect(244, 150, 44, 12, 6, "#ffffff")
  );
  var bank = () => picture(
    circle(264, 56, 56, "#e0d4fb"),
    path("M66 88L150 40L234 88Z", "#4a35c8"),
    rect(66, 88, 168, 12, 3, "#35249c"),
    rect(84, 108, 16, 48, 4, "#7c69e6"),
    rect(122, 108, 16, 48, 4, "#7c69e6"),
    rect(162, 108, 16, 48, 4, "#7c69e6"),
    rect(200, 108, 16, 48, 4, "#7c69e6"),
    rect(58, 160, 184, 14, 4, "#4a35c8"),
    circle(258, 132, 30, "#ffcb3d"),
    circle(258, 132, 20, "#e6ac17"),
    path("M246 124H266M262 119L267 124L262 129M270 141H250M254 136L249 141L254 146", "none", "#5c4300", 4)
  );
  var wallet = () => picture(
    circle(52, 52, 58, "#dfe2ea"),
    rect(112, 34, 96, 142, 22, "#252b3a"),
    rect(126, 50, 68, 72, 10, "#8de0c3"),
    path("M144 86L156 98L178 74", "none", "#12503c", 9),
    circle(160, 148, 13, "#4b556d"),
    path("M236 74A38 38 0 0 1 236 132M254 56A64 64 0 0 1 254 150", "none", "#7d879c", 8)
  );

  // web/home/cards.ts
  function requestId() {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    return `request_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }
  var cards = [
    {
      integration: "hubble",
      title: "Buy a gift card",
      text: "Pick a brand and an amount, and take the voucher home.",
      vendor: "Hubble",
      art: gift,
      done: "Bought"
    },
    {
      integration: "googlepay",
      title: "Pay with a saved card",
      text: "A shop’s checkout, with Google Pay’s own window.",
      vendor: "Google Pay",
      art: tap,
      done: "Paid"
    },
    {
      integration: "xcover",
      title: "Cover a trip",
      text: "Choose a plan for the journey. Put it away and come back to it.",
      vendor: "XCover",
      art: plane,
      parameters: () => ({ country: "NZ" }),
      done: "Arranged"
    },
    {
      integration: "volley",
      title: "Pay from your bank",
      text: "Approve a payment at your own bank, from account to account.",
      vendor: "Volley",
      art: bank,
      parameters: () => ({ requestId: requestId() }),
      done: "Paid"
    },
    {
      integration: "ukey",
      title: "Open a wallet",
      text: "Pair a hardware wallet nearby, and confirm on its screen.",
      vendor: "UKey",
      art: wallet,
      done: "Confirmed"
    }
  ];

  // web/home/host.ts
  function post(command) {
    const handler = window.webkit?.messageHandlers?.["transom"];
    if (handler === void 0) {
      return Promise.reject(new Error("This page is not shown by Transom."));
    }
    return Promise.resolve(handler.postMessage(command));
  }
  var textOf = (problem) => problem instanceof Error ? problem.message : String(problem);
  async function open(integration, parameters) {
    try {
      return await post({ command: "open", integration, parameters });
    } catch (problem) {
      return { outcome: "failed", reason: textOf(problem) };
    }
  }
  async function offers() {
    try {
      return (await post({ command: "status" })).integrations;
    } catch {
      return [];
    }
  }

  // web/home/main.ts
  var mark = () => svg(
    "svg",
    { viewBox: "0 0 48 48", "aria-hidden": "true", class: "mark" },
    svg("path", { d: "M6 22A18 16 0 0 1 42 22V42H6Z", fill: "#1d1a26" }),
    svg("path", { d: "M11 21A13 11 0 0 1 22.5 11V21ZM25.5 11A13 11 0 0 1 37 21H25.5Z", fill: "#ffcb3d" }),
    svg("path", { d: "M13 25H35V42H13Z", fill: "#f4f1ea" })
  );
  function words(card, answer) {
    switch (answer.outcome) {
      case "completed":
        return { kind: "good", text: `${card.title}: ${card.done.toLowerCase()}` };
      case "closed":
        return { kind: "plain", text: `${card.title}: closed before it was done` };
      case "expired":
        return { kind: "bad", text: `${card.title}: the time was over` };
      case "failed":
        return { kind: "bad", text: `${card.title}: ${answer.reason}` };
    }
  }
  function badge(card, answer) {
    switch (answer.outcome) {
      case "completed":
        return card.done;
      case "closed":
        return "Closed";
      case "expired":
        return "Expired";
      case "failed":
        return "Failed";
    }
  }
  var Home = class {
    constructor(app2) {
      this.app = app2;
      this.news = h("p", { class: "news-text", role: "status", "data-testid": "news" });
      this.detail = h("code", { class: "news-detail", "data-testid": "answer" });
      this.strip = h("section", { class: "news", "aria-label": "What came of it", hidden: true }, this.news, this.detail);
    }
    async start() {
      const offered = await offers();
      const isSandbox = offered.some((offer) => offer.environment === "sandbox");
      this.app.replaceChildren(
        h(
          "header",
          { class: "top" },
          mark(),
          h("b", { class: "name" }, "Transom"),
          isSandbox && h("span", { class: "chip" }, "Sandbox: nothing here is real")
        ),
        h(
          "main",
          {},
          h("h1", {}, "What would you like to do?"),
          h("p", { class: "lead" }, "Choose one. It opens over this page, and you come back here."),
          h("div", { class: "cards" }, ...cards.map((card) => this.card(card, offered)))
        ),
        this.strip
      );
      document.body.dataset["page"] = "home";
    }
    card(card, offered) {
      const offer = offered.find((each) => each.name === card.integration);
      const state = h("span", { class: "state", "data-testid": `state-${card.integration}` }, offer === void 0 ? "Not here yet" : "");
      const element = button(
        {
          testid: `card-${card.integration}`,
          name: `${card.title}, with ${card.vendor}`,
          class: `card ${card.integration}`,
          content: [
            h("span", { class: "picture" }, card.art()),
            h(
              "span",
              { class: "words" },
              h("span", { class: "vendor" }, card.vendor, state),
              h("b", { class: "title" }, card.title),
              h("span", { class: "text" }, card.text)
            )
          ]
        },
        () => void this.open(card, offer, element, state),
        { disabled: offer === void 0 }
      );
      return element;
    }
    async open(card, offer, element, state) {
      if (document.body.dataset["page"] !== "home") {
        return;
      }
      document.body.dataset["page"] = "away";
      element.setAttribute("aria-busy", "true");
      const parameters = offer?.environment === "sandbox" ? card.parameters?.() ?? {} : {};
      const answer = await open(card.integration, parameters);
      element.removeAttribute("aria-busy");
      const { kind, text } = words(card, answer);
      state.textContent = badge(card, answer);
      state.className = `state ${kind}`;
      this.strip.className = `news ${kind}`;
      this.strip.toggleAttribute("hidden", false);
      this.news.textContent = text;
      this.detail.textContent = JSON.stringify(answer);
      element.focus();
      document.body.dataset["page"] = "home";
    }
  };
  var app = document.getElementById("app");
  if (app !== null) {
    void new Home(app).start();
  }
})();
