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
  function link(named, href, follow, attributes = {}) {
    const element = h("a", { href, ...common(named, "link"), ...attributes }, ...named.content ?? [named.name]);
    if (follow !== void 0) {
      element.addEventListener("click", (event) => {
        event.preventDefault();
        follow();
      });
    }
    return element;
  }
  function choice(kind, named, attributes, change) {
    const input = h("input", { type: kind, "data-testid": named.testid, "aria-label": named.name, ...attributes });
    input.addEventListener("change", () => change(input.checked));
    return h(
      "label",
      { class: named.class ?? "choice" },
      input,
      h("span", { class: "choice-body" }, ...named.content ?? [named.name])
    );
  }

  // web/sandbox/common/play.ts
  function requestedPlay() {
    if (typeof TRANSOM_PLAY !== "undefined") {
      return TRANSOM_PLAY;
    }
    const tag = document.querySelector("script[data-play]");
    const name = tag?.dataset["play"];
    if (tag === null || name === void 0 || name === "") {
      return void 0;
    }
    const pace = Number(tag.dataset["pace"] ?? "250");
    return {
      name,
      pace: Number.isFinite(pace) && pace >= 0 && pace <= 5e3 ? pace : 250,
      stay: tag.dataset["stay"] === "true"
    };
  }

  // web/sandbox/xcover/journey/channel.ts
  var source = "xcover-journeys";
  var Channel = class {
    /** @param hear called for each envelope that somebody else posted on this window. */
    constructor(hear) {
      /** How often each type was posted here and has not come back yet: the window hears itself. */
      this.own = /* @__PURE__ */ new Map();
      window.addEventListener("message", (event) => {
        if (event.source !== window || event.origin !== window.origin) {
          return;
        }
        if (typeof event.data !== "object" || event.data === null) {
          return;
        }
        const { source: from, type, payload } = event.data;
        if (from !== source || typeof type !== "string") {
          return;
        }
        const echoes = this.own.get(type) ?? 0;
        if (echoes > 0 && event.ports.length === 0) {
          this.own.set(type, echoes - 1);
          return;
        }
        hear(type, payload);
      });
    }
    ready() {
      this.post("CG_JOURNEY_READY");
    }
    complete(payload) {
      this.post("CG_JOURNEY_COMPLETE", payload);
    }
    hide() {
      this.post("CG_JOURNEY_HIDE");
    }
    /** A step of the journey: not in the vendor's published list, as much of a journey's traffic is not. */
    step(step) {
      this.post("CG_JOURNEY_STEP", { step });
    }
    post(type, payload) {
      this.own.set(type, (this.own.get(type) ?? 0) + 1);
      window.postMessage({ source, type, ...payload === void 0 ? {} : { payload } }, window.origin);
    }
  };

  // web/sandbox/xcover/journey/icons.ts
  var icons = {
    shield: "M12 3L19.5 6V11.5C19.5 16.2 16.4 19.6 12 21C7.6 19.6 4.5 16.2 4.5 11.5V6ZM8.5 12L11 14.5L15.5 9.5",
    check: "M5 12.5L10 17.5L19.5 7",
    away: "M6 15L12 9L18 15",
    out: "M14 5h5v5M19 5L11 13M17 14v5H5V7h5",
    plus: "M12 5V19M5 12H19",
    minus: "M5 12H19",
    back: "M15 5L8 12L15 19",
    leaf: "M5 19C5 9 11 5 19 5C19 13 15 19 5 19ZM5 19L13 11"
  };
  var icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: icons[name] }));
  var scene = () => svg(
    "svg",
    { viewBox: "0 0 400 220", preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true", class: "scene" },
    svg("rect", { width: "400", height: "220", fill: "#0f4c5c" }),
    svg("circle", { cx: "296", cy: "96", r: "44", fill: "#ffb26b" }),
    svg("path", { d: "M0 150C60 118 110 124 160 146C210 112 270 108 320 138C350 126 380 124 400 130V220H0Z", fill: "#16697a" }),
    svg("path", { d: "M0 178C70 150 150 168 210 176C280 158 340 164 400 178V220H0Z", fill: "#1f8a94" }),
    svg("path", { d: "M0 200q25 -14 50 0t50 0t50 0t50 0t50 0t50 0t50 0t50 0V220H0Z", fill: "#a8dadc" })
  );

  // web/sandbox/xcover/journey/plans.ts
  var plans = [
    {
      id: "essential",
      name: "Essential",
      line: "The big worries",
      rate: 2.4,
      benefits: ["Medical bills up to 1 million", "Cancelled trip up to 2,500", "Help by telephone, day and night"]
    },
    {
      id: "plus",
      name: "Plus",
      line: "What most people take",
      rate: 3.9,
      benefits: ["Medical bills without a limit", "Cancelled trip up to 10,000", "Lost bags up to 3,000", "Delays from 4 hours"]
    },
    {
      id: "complete",
      name: "Complete",
      line: "Everything, sports too",
      rate: 5.6,
      benefits: ["All of Plus", "Skiing, diving and cycling", "Rental car excess up to 5,000", "Change of mind, 75 % back"]
    }
  ];
  var planOf = (id) => plans.find((plan) => plan.id === id) ?? plans[0];
  var price = (plan, travellers, days) => Math.round(plan.rate * travellers * days * 100) / 100;

  // web/sandbox/xcover/journey/trip.ts
  var currencies = {
    AU: { symbol: "A$", name: "Australia" },
    NZ: { symbol: "NZ$", name: "New Zealand" },
    GB: { symbol: "£", name: "the United Kingdom" },
    US: { symbol: "US$", name: "the United States" },
    CA: { symbol: "CA$", name: "Canada" },
    SG: { symbol: "S$", name: "Singapore" }
  };
  function readTrip(path, search) {
    const [partner, language, ...rest] = path.split("/").filter((part) => part !== "");
    if (partner === void 0 || language === void 0 || rest.length > 0) {
      return void 0;
    }
    const query = new URLSearchParams(search);
    const country = query.get("country") ?? "";
    const currency = currencies[country] ?? { symbol: "€", name: "your country" };
    return {
      partner,
      language,
      country,
      booking: query.get("booking_ref")?.slice(0, 24),
      money: (amount) => `${currency.symbol}${amount.toFixed(2)}`,
      place: currency.name
    };
  }
  function partnerName(partner) {
    return partner.split(/[-_]/).filter((word) => word !== "").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ").slice(0, 40);
  }
  var key = (trip) => `journey/${trip.partner}/${trip.booking ?? ""}`;
  var fresh = () => ({ plan: "essential", travellers: 1, days: 10 });
  function restore(trip) {
    try {
      const kept = JSON.parse(localStorage.getItem(key(trip)) ?? "null");
      if (typeof kept !== "object" || kept === null) {
        return fresh();
      }
      const { plan, travellers, days, policy } = kept;
      if (typeof plan !== "string" || typeof travellers !== "number" || typeof days !== "number") {
        return fresh();
      }
      return { plan, travellers, days, ...typeof policy === "string" ? { policy } : {} };
    } catch {
      return fresh();
    }
  }
  function keep(trip, progress) {
    localStorage.setItem(key(trip), JSON.stringify(progress));
  }
  function forget(trip) {
    localStorage.removeItem(key(trip));
  }
  function newPolicy() {
    const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return `POL-${[...bytes].map((byte) => letters.charAt(byte % letters.length)).join("")}`;
  }

  // web/sandbox/xcover/journey/main.ts
  var documents = "https://documents.insurer.example";
  var Journey = class {
    constructor(app2, trip) {
      this.app = app2;
      this.trip = trip;
      this.progress = restore(trip);
      this.shown = () => this.quote();
      this.channel = new Channel((type) => {
        if (type === "CG_JOURNEY_HIDE") {
          this.away();
        }
      });
    }
    start() {
      if (this.progress.policy !== void 0) {
        this.done(this.progress.policy);
      } else {
        this.quote();
      }
      if (requestedPlay()?.name !== "silent") {
        this.channel.ready();
      }
      if (this.progress.policy !== void 0) {
        this.channel.complete({ outcome: "purchased", policy_id: this.progress.policy });
      }
    }
    show(page, again, ...view) {
      this.shown = again;
      const name = partnerName(this.trip.partner);
      this.app.replaceChildren(
        h(
          "header",
          { class: "top" },
          h("p", { class: "wordmark" }, h("b", {}, name), " with XCover"),
          button(
            { testid: "put-away", name: "Put this away for now", class: "quiet-button", content: [icon("away"), "Not now"] },
            () => {
              this.channel.hide();
              this.away();
            }
          )
        ),
        h("main", {}, ...view)
      );
      document.body.dataset["page"] = page;
      window.scrollTo(0, 0);
    }
    go(step, next) {
      keep(this.trip, this.progress);
      next();
      this.channel.step(step);
    }
    get plan() {
      return planOf(this.progress.plan);
    }
    get total() {
      return this.trip.money(price(this.plan, this.progress.travellers, this.progress.days));
    }
    wordings() {
      return h(
        "p",
        { class: "wordings" },
        link(
          {
            testid: "policy-wording",
            name: "Policy wording (opens outside the journey)",
            class: "out-link",
            content: ["Policy wording", icon("out")]
          },
          `${documents}/wording/travel-${encodeURIComponent(this.trip.language)}`,
          void 0,
          { target: "_blank", rel: "noopener" }
        )
      );
    }
    quote() {
      const total = h("b", { class: "amount", "data-testid": "total" }, this.total);
      this.show(
        "quote",
        () => this.quote(),
        h(
          "section",
          { class: "hero" },
          scene(),
          h(
            "div",
            { class: "hero-text" },
            h("p", { class: "eyebrow" }, this.trip.booking === void 0 ? "Your trip" : `Booking ${this.trip.booking}`),
            h("h1", {}, "Travel with an easy mind"),
            h("p", {}, `Cover for ${this.progress.days} days away from ${this.trip.place}.`)
          )
        ),
        h(
          "fieldset",
          { class: "plans" },
          h("legend", { class: "sr-only" }, "Cover"),
          ...plans.map(
            (plan) => choice(
              "radio",
              {
                testid: `plan-${plan.id}`,
                name: `${plan.name}, ${this.trip.money(price(plan, this.progress.travellers, this.progress.days))}`,
                class: "plan",
                content: [
                  h(
                    "span",
                    { class: "plan-head" },
                    h("span", {}, h("b", { class: "plan-name" }, plan.name), h("span", { class: "note" }, plan.line)),
                    h(
                      "b",
                      { class: "plan-price" },
                      this.trip.money(price(plan, this.progress.travellers, this.progress.days))
                    )
                  ),
                  h("span", { class: "benefits" }, ...plan.benefits.map((text) => h("span", {}, icon("check"), text)))
                ]
              },
              { name: "plan", value: plan.id, checked: plan.id === this.progress.plan },
              () => {
                this.progress.plan = plan.id;
                total.textContent = this.total;
                keep(this.trip, this.progress);
              }
            )
          )
        ),
        this.wordings(),
        h(
          "div",
          { class: "bar" },
          h("p", { class: "sum" }, "Total ", total),
          button({ testid: "no-thanks", name: "No, thanks", class: "secondary" }, () => this.decline()),
          button({ testid: "continue", name: "Continue", class: "primary" }, () => this.go("details", () => this.details()))
        )
      );
    }
    /** A number between two buttons. */
    stepper(testid, name, value, most, change) {
      const shown = h("output", { class: "count", "data-testid": `${testid}-count`, "aria-live": "polite" }, String(value));
      const set = (next) => {
        const number = Math.min(Math.max(next, 1), most);
        shown.textContent = String(number);
        change(number);
      };
      const current = () => Number(shown.textContent);
      return h(
        "div",
        { class: "stepper" },
        h("span", { class: "stepper-name" }, name),
        button({ testid: `${testid}-less`, name: `Fewer: ${name}`, class: "round", content: [icon("minus")] }, () => set(current() - 1)),
        shown,
        button({ testid: `${testid}-more`, name: `More: ${name}`, class: "round", content: [icon("plus")] }, () => set(current() + 1))
      );
    }
    details() {
      const total = h("b", { class: "amount", "data-testid": "total" }, this.total);
      const refresh = () => {
        total.textContent = this.total;
        keep(this.trip, this.progress);
      };
      this.show(
        "details",
        () => this.details(),
        h(
          "div",
          { class: "narrow" },
          h("p", { class: "eyebrow" }, "Step 2 of 3"),
          h("h1", {}, "Who is travelling?"),
          h("p", { class: "note" }, `${partnerName(this.trip.partner)} has told us about the booking. Names are asked for after the purchase.`),
          h(
            "div",
            { class: "card" },
            this.stepper("traveller", "Travellers", this.progress.travellers, 9, (value) => {
              this.progress.travellers = value;
              refresh();
            }),
            this.stepper("day", "Days", this.progress.days, 60, (value) => {
              this.progress.days = value;
              refresh();
            })
          ),
          h(
            "div",
            { class: "bar" },
            h("p", { class: "sum" }, "Total ", total),
            button({ testid: "back", name: "Back", class: "secondary" }, () => this.go("quote", () => this.quote())),
            button({ testid: "continue", name: "Continue", class: "primary" }, () => this.go("review", () => this.review()))
          )
        )
      );
    }
    review() {
      const pay = button(
        { testid: "pay", name: `Buy for ${this.total}`, class: "primary" },
        () => this.buy(),
        { disabled: true }
      );
      const line = (name, value, kind = "line") => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value));
      this.show(
        "review",
        () => this.review(),
        h(
          "div",
          { class: "narrow" },
          h("p", { class: "eyebrow" }, "Step 3 of 3"),
          h("h1", {}, "Check and buy"),
          h(
            "dl",
            { class: "card lines" },
            line("Cover", this.plan.name),
            line("Travellers", String(this.progress.travellers)),
            line("Days", String(this.progress.days)),
            line("From", this.trip.place),
            line("Total", this.total, "line total")
          ),
          choice(
            "checkbox",
            { testid: "agree", name: "I have read the policy wording", class: "agree" },
            {},
            (checked) => pay.toggleAttribute("disabled", !checked)
          ),
          this.wordings(),
          h(
            "div",
            { class: "bar" },
            button({ testid: "back", name: "Back", class: "secondary" }, () => this.go("details", () => this.details())),
            pay
          )
        )
      );
    }
    buy() {
      const policy = newPolicy();
      this.progress.policy = policy;
      keep(this.trip, this.progress);
      this.done(policy);
      this.channel.complete({ outcome: "purchased", policy_id: policy });
    }
    done(policy) {
      this.show(
        "done",
        () => this.done(policy),
        h(
          "div",
          { class: "middle" },
          h("span", { class: "badge good" }, icon("shield")),
          h("h1", {}, "You are covered"),
          h("p", {}, `${this.plan.name} for ${this.progress.travellers} and ${this.progress.days} days. The policy is on its way to your inbox.`),
          h(
            "div",
            { class: "policy" },
            h("span", { class: "note" }, "Policy"),
            h("b", { class: "policy-id", "data-testid": "policy-id" }, policy)
          ),
          h(
            "div",
            { class: "actions" },
            button({ testid: "finish", name: "Done", class: "primary" }, () => {
              this.channel.hide();
              this.away();
            }),
            button({ testid: "reload", name: "Load this page again", class: "secondary" }, () => location.reload()),
            button({ testid: "restart", name: "Start a new journey", class: "plain" }, () => {
              forget(this.trip);
              location.reload();
            })
          )
        )
      );
    }
    decline() {
      forget(this.trip);
      this.show(
        "declined",
        () => this.decline(),
        h(
          "div",
          { class: "middle" },
          h("span", { class: "badge" }, icon("leaf")),
          h("h1", { "data-testid": "declined" }, "No cover, then"),
          h("p", {}, "Nothing was bought. You can come back to this until you leave."),
          h(
            "div",
            { class: "actions" },
            button({ testid: "back", name: "See the covers again", class: "secondary" }, () => this.quote())
          )
        )
      );
      this.channel.complete({ outcome: "declined" });
    }
    /** Put away, by the customer or by whoever embeds the journey. */
    away() {
      if (document.body.dataset["page"] === "hidden") {
        return;
      }
      keep(this.trip, this.progress);
      const again = this.shown;
      this.app.replaceChildren(
        h(
          "main",
          {},
          h(
            "div",
            { class: "middle" },
            h("span", { class: "badge" }, icon("away")),
            h("h1", {}, "Put away for now"),
            h("p", {}, "What you chose is kept."),
            h(
              "div",
              { class: "actions" },
              button({ testid: "take-up", name: "Go on", class: "primary" }, () => again())
            )
          )
        )
      );
      document.body.dataset["page"] = "hidden";
    }
  };
  function start(app2) {
    const trip = readTrip(location.pathname, location.search);
    if (trip === void 0) {
      document.body.dataset["page"] = "refused";
      app2.replaceChildren(h("main", {}, h("div", { class: "middle" }, h("h1", {}, "There is no journey at this address"))));
      return;
    }
    document.documentElement.lang = trip.language;
    new Journey(app2, trip).start();
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
