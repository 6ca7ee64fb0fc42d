"use strict";
(() => {
  // web/sandbox/common/dom.ts
  function fill(element, attributes, children) {
    for (const [name2, value] of Object.entries(attributes)) {
      if (value === true) {
        element.setAttribute(name2, "");
      } else if (value !== void 0 && value !== false) {
        element.setAttribute(name2, value);
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

  // web/sandbox/common/play.ts
  function requestedPlay() {
    if (typeof TRANSOM_PLAY !== "undefined") {
      return TRANSOM_PLAY;
    }
    const tag = document.querySelector("script[data-play]");
    const name2 = tag?.dataset["play"];
    if (tag === null || name2 === void 0 || name2 === "") {
      return void 0;
    }
    const pace = Number(tag.dataset["pace"] ?? "250");
    return {
      name: name2,
      pace: Number.isFinite(pace) && pace >= 0 && pace <= 5e3 ? pace : 250,
      stay: tag.dataset["stay"] === "true"
    };
  }

  // web/sandbox/hubble/store/art.ts
  var range = (count) => Array.from({ length: count }, (_, index) => index);
  var circle = (cx, cy, r, more) => svg("circle", { cx: String(cx), cy: String(cy), r: String(r), ...more });
  var path = (d, more) => svg("path", { d, ...more });
  var motifs = {
    sun: (fill2) => [
      circle(252, 138, 46, { fill: fill2 }),
      ...range(16).map((index) => {
        const angle = index * Math.PI / 8;
        const at = (radius) => `${(252 + radius * Math.cos(angle)).toFixed(1)} ${(138 + radius * Math.sin(angle)).toFixed(1)}`;
        return path(`M${at(60)}L${at(index % 2 === 0 ? 92 : 76)}`, {
          stroke: fill2,
          "stroke-width": "8",
          "stroke-linecap": "round"
        });
      })
    ],
    leaves: (fill2) => range(4).map((index) => {
      const x = 168 + index * 44;
      return path(`M${x} 200C${x - 44} 130 ${x - 12} 60 ${x + 34} ${24 + index * 14}C${x + 52} 96 ${x + 40} 150 ${x} 200Z`, {
        fill: fill2,
        "fill-opacity": String(1 - index * 0.17)
      });
    }),
    arcs: (fill2) => range(5).map(
      (index) => circle(320, 200, 40 + index * 38, {
        fill: "none",
        stroke: fill2,
        "stroke-width": "14",
        "stroke-opacity": String(1 - index * 0.16)
      })
    ),
    lanes: (fill2) => range(4).map(
      (index) => path(`M${196 + index * 48} 0L${126 + index * 48} 200`, {
        stroke: fill2,
        "stroke-width": "14",
        ...index % 2 === 0 ? {} : { "stroke-dasharray": "30 20" }
      })
    ),
    folds: (fill2) => range(6).map(
      (index) => path(`M${130 + index * 36} 0L${166 + index * 36} 0L${140 + index * 36} 200L${104 + index * 36} 200Z`, {
        fill: fill2,
        "fill-opacity": String(0.25 + 0.13 * index)
      })
    ),
    waves: (fill2) => range(4).map((index) => {
      const y = 76 + index * 34;
      return path(`M0 ${y}q40 -34 80 0t80 0t80 0t80 0V200H0Z`, { fill: fill2, "fill-opacity": String(0.28 + index * 0.16) });
    }),
    hills: (fill2) => [
      circle(284, 52, 24, { fill: fill2, "fill-opacity": "0.5" }),
      path("M150 200L236 78L286 154L312 120L362 200Z", { fill: fill2 }),
      path("M128 200L206 138L300 200Z", { fill: fill2, "fill-opacity": "0.6" })
    ],
    pixels: (fill2) => range(28).map(
      (index) => svg("rect", {
        x: String(164 + index % 7 * 22),
        y: String(90 + Math.floor(index / 7) * 22),
        width: "20",
        height: "20",
        fill: fill2,
        "fill-opacity": String([1, 0.35, 0.7, 0.2, 0.85][(index * 7 + Math.floor(index / 7)) % 5] ?? 1)
      })
    ),
    dots: (fill2) => range(24).map(
      (index) => circle(150 + index % 6 * 32, 78 + Math.floor(index / 6) * 34, 6 + index * 5 % 9, { fill: fill2 })
    ),
    rings: (fill2) => range(5).map(
      (index) => circle(236, 92, 18 + index * 26, {
        fill: "none",
        stroke: fill2,
        "stroke-width": String(9 - index),
        "stroke-opacity": String(1 - index * 0.14)
      })
    )
  };
  function cardArt(motif, ground, shape) {
    return svg(
      "svg",
      { viewBox: "0 0 320 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", class: "art" },
      svg("rect", { width: "320", height: "200", fill: ground }),
      ...motifs[motif](shape)
    );
  }
  var icons = {
    close: "M6 6L18 18M18 6L6 18",
    back: "M15 5L8 12L15 19",
    search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L20 20",
    coin: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M9 8.5h6M9 11.2h6M9.5 8.5c4.5 0 4.5 5.2 0 5.2L14 17.5",
    receipt: "M6 3.5h12v17l-3-2l-3 2l-3-2l-3 2zM9 8.5h6M9 12.5h6",
    help: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M9.6 9.4c.2-3.2 5-3 4.8.1c-.1 1.9-2.3 2-2.4 4M12 16.6v.4",
    out: "M14 5h5v5M19 5L11 13M17 14v5H5V7h5",
    check: "M5 12.5L10 17.5L19.5 7",
    cross: "M7 7L17 17M17 7L7 17",
    tag: "M4 12.5V4h8.5L20 11.5L12.5 20zM8.2 8.2v.1",
    next: "M9 5L16 12L9 19",
    copy: "M9 9h10v11H9zM15 9V4H5v11h4"
  };
  function icon(name2) {
    return svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
      svg("path", { d: icons[name2] ?? "" })
    );
  }

  // web/sandbox/hubble/store/channel.ts
  var Channel = class {
    constructor(platform) {
      this.platform = platform;
    }
    action(action) {
      this.post({ type: "action", action });
    }
    error(message) {
      this.post({ type: "action", action: "error", message });
    }
    launchLink(link2) {
      this.post({ type: "action", action: "launch_link", properties: { link: link2 } });
    }
    analytics(event, properties) {
      this.post({ type: "analytics", event, properties });
    }
    /** On iOS the body is JSON text to the handler `bridge`; in a partner's iframe it is the object itself. */
    post(envelope) {
      if (this.platform === "ios") {
        window.webkit?.messageHandlers?.["bridge"]?.postMessage(JSON.stringify(envelope));
      } else if (window.parent !== window) {
        window.parent.postMessage(envelope, "*");
      }
    }
  };

  // web/sandbox/hubble/store/router.ts
  var Router = class {
    constructor(channel, routes2, fallback, app2) {
      this.channel = channel;
      this.routes = routes2;
      this.fallback = fallback;
      this.app = app2;
      this.base = location.pathname === "/sdk/gc" || location.pathname.startsWith("/sdk/gc/") ? "/sdk/gc" : "";
      this.depth = depthOf(history.state);
      window.addEventListener("popstate", (event) => {
        this.depth = depthOf(event.state);
        this.show();
      });
    }
    href(path2, query = {}) {
      const text = new URLSearchParams(query).toString();
      return this.base + path2 + (text === "" ? "" : `?${text}`);
    }
    go(path2, query) {
      this.depth += 1;
      history.pushState({ depth: this.depth }, "", this.href(path2, query));
      this.show();
    }
    replace(path2, query) {
      history.replaceState({ depth: this.depth }, "", this.href(path2, query));
      this.show();
    }
    back() {
      if (this.depth > 0) {
        history.back();
      } else {
        this.replace("/");
      }
    }
    leave(through) {
      this.channel.analytics("exited", { through });
      this.channel.action("close");
    }
    /** Shows the current address. `before` runs when the screen is there and before it is announced. */
    show(before) {
      const path2 = location.pathname.slice(this.base.length).replace(/\/+$/, "") || "/";
      const query = new URLSearchParams(location.search);
      let screen;
      for (const [pattern, route] of this.routes) {
        const match = pattern.exec(path2);
        if (match !== null) {
          screen = route(this, match.slice(1).map(decode), query);
          break;
        }
      }
      screen ?? (screen = this.fallback(this, [], query));
      document.title = `${screen.title} · Hubble sandbox`;
      this.app.replaceChildren(...screen.view);
      window.scrollTo(0, 0);
      before?.();
      if (screen.event !== void 0) {
        this.channel.analytics(screen.event.name, screen.event.properties);
      }
      document.body.dataset["page"] = screen.page;
      screen.after?.();
    }
  };
  function decode(part) {
    try {
      return decodeURIComponent(part ?? "");
    } catch {
      return part ?? "";
    }
  }
  function depthOf(state) {
    const depth = state?.depth;
    return typeof depth === "number" ? depth : 0;
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
  function field(named, attributes = {}, change, enter) {
    const input = h("input", { type: "text", ...common(named, "input"), ...attributes });
    if (change !== void 0) {
      input.addEventListener("input", () => change(input.value));
    }
    if (enter !== void 0) {
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.isComposing) {
          event.preventDefault();
          enter().click();
        }
      });
    }
    return { row: h("label", { class: "field" }, h("span", { class: "field-name" }, named.name), input), input };
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

  // web/sandbox/hubble/money.ts
  var format = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
  var rupees = (amount) => `₹${format.format(amount)}`;

  // web/sandbox/hubble/store/catalogue.ts
  var amounts = [250, 500, 1e3, 2e3];
  var brands = [
    {
      id: "saffron-table",
      name: "Saffron Table",
      category: "FOOD",
      tagline: "Slow-cooked thalis, fast friends",
      discount: 5,
      least: 100,
      most: 5e3,
      amounts,
      art: { motif: "sun", ground: "#f4a63a", shape: "#e2622b", ink: "#3a1408" }
    },
    {
      id: "tui-books",
      name: "Tui Books",
      category: "BOOKS",
      tagline: "A page for every mood",
      discount: 10,
      least: 100,
      most: 3e3,
      amounts,
      art: { motif: "leaves", ground: "#12594f", shape: "#1f8a76", ink: "#eefaf2" }
    },
    {
      id: "northlight",
      name: "Northlight Cinema",
      category: "CINEMA",
      tagline: "Two seats, one big screen",
      discount: 8,
      least: 200,
      most: 2e3,
      amounts,
      art: { motif: "arcs", ground: "#251f52", shape: "#6857d6", ink: "#f3f0ff" }
    },
    {
      id: "uber",
      name: "Uber",
      category: "TRAVEL",
      tagline: "Rides and deliveries",
      discount: 2,
      least: 100,
      most: 5e3,
      amounts,
      art: { motif: "lanes", ground: "#16161a", shape: "#34343d", ink: "#ffffff" },
      site: "https://www.uber.com/in/en/"
    },
    {
      id: "fern-and-fold",
      name: "Fern & Fold",
      category: "FASHION",
      tagline: "Linen, cut to last",
      discount: 12,
      least: 500,
      most: 1e4,
      amounts: [500, 1e3, 2500, 5e3],
      art: { motif: "folds", ground: "#e7dccb", shape: "#c7ab84", ink: "#3b2d1c" }
    },
    {
      id: "harbour-grocer",
      name: "Harbour Grocer",
      category: "FOOD",
      tagline: "The week's basket, sorted",
      discount: 3,
      least: 250,
      most: 1e4,
      amounts,
      art: { motif: "waves", ground: "#0f6fb3", shape: "#3aa0df", ink: "#f0f9ff" }
    },
    {
      id: "moa-outdoors",
      name: "Moa Outdoors",
      category: "TRAVEL",
      tagline: "Boots, tents and long weekends",
      discount: 7,
      least: 500,
      most: 1e4,
      amounts: [500, 1e3, 2500, 5e3],
      art: { motif: "hills", ground: "#cfe3d0", shape: "#4f8457", ink: "#14301a" }
    },
    {
      id: "pixel-arcade",
      name: "Pixel Arcade",
      category: "GAMES",
      tagline: "Credits for every console",
      discount: 4,
      least: 250,
      most: 5e3,
      amounts,
      art: { motif: "pixels", ground: "#d7263d", shape: "#f46d4f", ink: "#fff4ee" }
    },
    {
      id: "paper-lantern",
      name: "Paper Lantern",
      category: "HOME",
      tagline: "Small things for warm rooms",
      discount: 9,
      least: 250,
      most: 5e3,
      amounts,
      art: { motif: "dots", ground: "#f7d9d4", shape: "#ea8f84", ink: "#4c1611" }
    },
    {
      id: "still-water",
      name: "Still Water Spa",
      category: "WELLNESS",
      tagline: "An hour with no phone",
      discount: 15,
      least: 1e3,
      most: 1e4,
      amounts: [1e3, 2e3, 3e3, 5e3],
      art: { motif: "rings", ground: "#bfe4e6", shape: "#4aa6ad", ink: "#0e3437" }
    }
  ];
  var categories = [
    "FOOD",
    "FASHION",
    "TRAVEL",
    "BOOKS",
    "CINEMA",
    "HOME",
    "GAMES",
    "WELLNESS"
  ];
  var categoryName = (category) => category.charAt(0) + category.slice(1).toLowerCase();
  var brandOf = (id) => brands.find((brand2) => brand2.id === id);
  function find(text, category) {
    const wanted = text.trim().toLowerCase();
    return brands.filter(
      (brand2) => (category === null || brand2.category === category) && (brand2.name.toLowerCase().includes(wanted) || brand2.tagline.toLowerCase().includes(wanted))
    );
  }
  var coupons = [
    { code: "HELLO10", percent: 10, most: 100 },
    { code: "WEEKEND5", percent: 5, most: 250 }
  ];
  var coinBalance = 240;

  // web/sandbox/hubble/store/orders.ts
  function quote(brand2, amount, code, useCoins) {
    if (!Number.isInteger(amount) || amount < brand2.least || amount > brand2.most) {
      return void 0;
    }
    const coupon = coupons.find((each) => each.code === code);
    const baseDiscount = Math.round(amount * brand2.discount / 100);
    const couponDiscount = coupon === void 0 ? 0 : Math.min(coupon.most, Math.round(amount * coupon.percent / 100));
    const price = amount - baseDiscount - couponDiscount;
    const coins2 = useCoins ? Math.min(coinBalance, price) : 0;
    return { brand: brand2, amount, coupon, baseDiscount, couponDiscount, coins: coins2, payable: price - coins2 };
  }
  var key = "store/orders";
  var earlier = [
    { id: "order_S4NDB0X7K2", brandId: "tui-books", amount: 500, paid: 450, state: "paid", code: "TUIB-5521-0904-7716" },
    { id: "order_S4NDB0X1C9", brandId: "uber", amount: 250, paid: 245, state: "paid", code: "UBER-8130-2247-5093" }
  ];
  function stored() {
    try {
      const value = JSON.parse(sessionStorage.getItem(key) ?? "[]");
      return Array.isArray(value) ? value.filter((order) => brandOf(order.brandId) !== void 0) : [];
    } catch {
      return [];
    }
  }
  function store(order) {
    const others = stored().filter((each) => each.id !== order.id);
    sessionStorage.setItem(key, JSON.stringify([order, ...others].slice(0, 50)));
    return order;
  }
  var digits = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => String(byte % 10)).join("");
  var orders = () => [...stored(), ...earlier].filter((order) => order.state !== "pending");
  var orderOf = (id) => [...stored(), ...earlier].find((order) => order.id === id);
  var begin = (priced) => store({
    id: `order_${digits(12)}`,
    brandId: priced.brand.id,
    amount: priced.amount,
    paid: priced.payable,
    state: "pending"
  });
  function complete(order, result) {
    if (order.state !== "pending") {
      return void 0;
    }
    if (result !== "paid") {
      return store({ ...order, state: "failed", reason: result.reason });
    }
    const prefix = order.brandId.replace(/[^a-z]/g, "").slice(0, 4).toUpperCase();
    return store({ ...order, state: "paid", code: `${prefix}-${digits(4)}-${digits(4)}-${digits(4)}` });
  }

  // web/sandbox/hubble/store/parts.ts
  function topBar(store2, options) {
    return h(
      "header",
      { class: "top" },
      options.back !== void 0 && button({ testid: "back", name: "Back", class: "round", content: [icon("back")] }, options.back),
      options.title === void 0 ? h("p", { class: "wordmark" }, h("b", {}, "hubble"), " gift cards") : h("h1", { class: "top-title" }, options.title),
      button(
        { testid: "close", name: "Close the store", class: "round", content: [icon("close")] },
        () => store2.leave(options.through)
      )
    );
  }
  function cardFace(brand2, amount) {
    const face = h(
      "div",
      { class: "card-face" },
      cardArt(brand2.art.motif, brand2.art.ground, brand2.art.shape),
      h("span", { class: "card-name" }, brand2.name),
      amount !== void 0 && h("span", { class: "card-amount" }, amount)
    );
    face.style.color = brand2.art.ink;
    return face;
  }
  function brandTile(store2, brand2) {
    return link(
      {
        testid: `brand-${brand2.id}`,
        name: `${brand2.name}, ${brand2.discount} % off`,
        class: "tile",
        content: [
          cardFace(brand2),
          h(
            "span",
            { class: "tile-text" },
            h("span", { class: "tile-name" }, brand2.tagline),
            h("span", { class: "off" }, `${brand2.discount}% off`)
          )
        ]
      },
      store2.href(`/buy/${encodeURIComponent(brand2.id)}`),
      () => store2.go(`/buy/${encodeURIComponent(brand2.id)}`)
    );
  }
  function rowLink(store2, testid, name2, path2, lead, trail) {
    return link(
      { testid, name: name2, class: "row", content: [lead, h("span", { class: "row-name" }, name2), trail ?? icon("next")] },
      store2.href(path2),
      () => store2.go(path2)
    );
  }
  var line = (name2, value, kind = "") => h("div", { class: `line ${kind}`.trim() }, h("dt", {}, name2), h("dd", {}, value));

  // web/sandbox/hubble/origins.ts
  var gatewayOrigin = "https://api.razorpay.com";

  // web/sandbox/hubble/store/payment.ts
  function pay(store2, priced, mode) {
    store2.channel.analytics("payment_initiated", {
      brandName: priced.brand.name,
      amount: priced.amount,
      paymentMode: mode,
      productId: priced.brand.id,
      consumeCoins: priced.coins > 0,
      ...priced.coupon === void 0 ? {} : { couponCode: priced.coupon.code }
    });
    const order = begin(priced);
    if (priced.payable === 0) {
      complete(order, "paid");
      store2.channel.analytics("coin_payment", {
        amount: priced.amount,
        coins: priced.coins,
        baseDiscount: priced.baseDiscount,
        couponDiscount: priced.couponDiscount,
        totalDiscount: priced.baseDiscount + priced.couponDiscount
      });
      store2.channel.analytics("voucher_generation_success", { brandName: priced.brand.name, vouchersCount: 1 });
      store2.replace("/payment/success", { order: order.id });
      return;
    }
    const values = {
      key_id: "rzp_test_sandbox",
      order_id: order.id,
      amount: String(priced.payable * 100),
      currency: "INR",
      name: "Hubble",
      description: `${priced.brand.name} voucher`,
      method: mode === "UPI" ? "upi" : "card",
      callback_url: location.origin + store2.href("/payment/callback")
    };
    const form2 = h(
      "form",
      { method: "post", action: `${gatewayOrigin}/v1/checkout/embedded`, hidden: true },
      ...Object.entries(values).map(([name2, value]) => h("input", { type: "hidden", name: name2, value }))
    );
    document.body.append(form2);
    form2.submit();
  }

  // web/sandbox/hubble/store/screens/missing.ts
  var missing = (store2, sentence) => ({
    page: "missing",
    title: "Not found",
    event: { name: "visit_not_found", properties: { isModal: false } },
    view: [
      topBar(store2, { through: "not_found_close_button" }),
      h(
        "main",
        { class: "middle" },
        h("h1", {}, "Nothing here"),
        h("p", {}, sentence),
        button({ testid: "back-home", name: "See all gift cards", class: "primary" }, () => store2.replace("/"))
      )
    ]
  });

  // web/sandbox/hubble/store/screens/brand.ts
  var asQuery = (brand2, choices) => ({
    brandId: brand2.id,
    amount: String(choices.amount),
    ...choices.coupon === null ? {} : { coupon: choices.coupon },
    ...choices.coins ? { consumeCoins: "true" } : {}
  });
  function couponDialog(store2, chosen) {
    const dialog = h(
      "dialog",
      { class: "sheet", "aria-label": "Coupons" },
      h(
        "div",
        { class: "sheet-head" },
        h("h2", {}, "Coupons"),
        button(
          { testid: "coupons-close", name: "Close the coupons", class: "round", content: [icon("close")] },
          () => dialog.close()
        )
      ),
      ...coupons.map(
        (coupon) => button(
          {
            testid: `coupon-${coupon.code}`,
            name: `Use ${coupon.code}`,
            class: "row",
            content: [
              icon("tag"),
              h("span", { class: "row-name" }, h("b", {}, coupon.code), ` ${coupon.percent}% off`),
              `up to ${rupees(coupon.most)}`
            ]
          },
          () => {
            dialog.close();
            chosen(coupon.code);
          }
        )
      )
    );
    dialog.addEventListener("show", () => store2.channel.analytics("visit_coupons", { isModal: true }));
    return dialog;
  }
  function form(store2, brand2, choices) {
    const note = h("p", { class: "note", role: "status" });
    const next = button({ testid: "continue", name: "Continue", class: "primary" }, () => {
      if (quote(brand2, choices.amount, choices.coupon, choices.coins) !== void 0) {
        store2.go("/checkout", asQuery(brand2, choices));
      }
    });
    const chips2 = brand2.amounts.map(
      (amount) => button({ testid: `amount-${amount}`, name: rupees(amount), class: "amount" }, () => {
        custom.input.value = String(amount);
        choices.amount = amount;
        update();
      })
    );
    const custom = field(
      { testid: "amount", name: `Another amount, ${rupees(brand2.least)} to ${rupees(brand2.most)}` },
      { inputmode: "numeric", autocomplete: "off", maxlength: "6", value: String(choices.amount) },
      (value) => {
        choices.amount = /^[0-9]{1,6}$/.test(value) ? Number(value) : NaN;
        update();
      }
    );
    const couponLabel = h("span", { class: "row-name" });
    const dialog = couponDialog(store2, (code) => {
      choices.coupon = code;
      update();
    });
    const update = () => {
      const priced = quote(brand2, choices.amount, choices.coupon, choices.coins);
      for (const [index, chip] of chips2.entries()) {
        chip.setAttribute("aria-pressed", String(brand2.amounts[index] === choices.amount));
      }
      couponLabel.textContent = priced?.coupon === void 0 ? "Add a coupon" : `${priced.coupon.code} takes off ${rupees(priced.couponDiscount)}`;
      note.textContent = priced === void 0 ? `${brand2.name} has vouchers from ${rupees(brand2.least)} to ${rupees(brand2.most)}.` : `You save ${rupees(priced.baseDiscount + priced.couponDiscount)} on a ${rupees(priced.amount)} voucher.`;
      note.classList.toggle("bad", priced === void 0);
      next.toggleAttribute("disabled", priced === void 0);
      const text = priced === void 0 ? "Continue" : `Continue · ${rupees(priced.payable)}`;
      next.textContent = text;
      next.setAttribute("aria-label", text);
    };
    update();
    return h(
      "section",
      { class: "panel", "aria-label": "Your voucher" },
      h("h2", {}, "Choose an amount"),
      h("div", { class: "amounts" }, ...chips2),
      custom.row,
      button(
        { testid: "coupons", name: "Add a coupon", class: "row", content: [icon("tag"), couponLabel, icon("next")] },
        () => {
          dialog.showModal();
          dialog.dispatchEvent(new Event("show"));
        }
      ),
      choice(
        "checkbox",
        {
          testid: "consume-coins",
          name: `Use your ${coinBalance} coins`,
          class: "row",
          content: [icon("coin"), h("span", { class: "row-name" }, `Use your ${coinBalance} coins`)]
        },
        { checked: choices.coins },
        (checked) => {
          choices.coins = checked;
          update();
        }
      ),
      note,
      h("div", { class: "action" }, next),
      dialog
    );
  }
  var about = (brand2) => h(
    "section",
    { class: "about", "aria-label": "About this card" },
    h("h2", {}, "How it works"),
    h(
      "ol",
      {},
      h("li", {}, "Pay and get a voucher code at once."),
      h("li", {}, `Show the code at ${brand2.name}, online or at the till.`),
      h("li", {}, "Use it within 12 months, in one go or in parts.")
    ),
    brand2.site !== void 0 && link(
      {
        testid: "brand-site",
        name: `Visit ${brand2.name} (another site)`,
        class: "out-link",
        content: [`Visit ${new URL(brand2.site).hostname}`, icon("out")]
      },
      brand2.site
    )
  );
  var brand = (store2, [id = ""], query) => {
    const found = brandOf(id);
    if (found === void 0) {
      return missing(store2, "This store has no such gift card.");
    }
    const asked = query.get("amount");
    const amount = asked === null ? found.amounts[0] ?? found.least : Number(asked);
    const choices = {
      amount,
      coupon: query.get("coupon"),
      coins: query.get("consumeCoins") === "true"
    };
    const priced = quote(found, choices.amount, choices.coupon, choices.coins);
    const straight = query.get("skipToPayment") === "true" && priced !== void 0;
    return {
      page: straight ? "skip-to-payment" : "brand",
      title: found.name,
      event: {
        name: "visit_brand_l2",
        properties: {
          productId: found.id,
          brandName: found.name,
          amount: Number.isFinite(amount) ? amount : 0,
          isModal: false
        }
      },
      view: [
        topBar(store2, { title: found.name, back: () => store2.back(), through: "brand_close_button" }),
        h(
          "main",
          { class: "pair" },
          h(
            "div",
            { class: "pair-side" },
            cardFace(found),
            h(
              "p",
              { class: "lead" },
              found.tagline,
              h("span", { class: "meta" }, `${categoryName(found.category)} · ${found.discount}% off`)
            )
          ),
          form(store2, found, choices),
          about(found)
        )
      ],
      ...straight ? { after: () => pay(store2, priced, "UPI") } : {}
    };
  };

  // web/sandbox/hubble/store/screens/checkout.ts
  var checkout = (store2, _parts, query) => {
    const brand2 = brandOf(query.get("brandId") ?? "");
    const priced = brand2 && quote(brand2, Number(query.get("amount")), query.get("coupon"), query.get("consumeCoins") === "true");
    if (priced === void 0) {
      return missing(store2, "This order is not complete. Choose a gift card first.");
    }
    let mode = "UPI";
    const method = (value, testid, name2, detail) => choice(
      "radio",
      {
        testid,
        name: name2,
        class: "row method",
        content: [h("span", { class: "row-name" }, h("b", {}, name2), h("span", { class: "meta" }, detail))]
      },
      { name: "method", value, checked: value === mode },
      () => {
        mode = value;
      }
    );
    const coinsOnly = priced.payable === 0;
    const payButton = button(
      {
        testid: "pay",
        name: coinsOnly ? `Pay with ${priced.coins} coins` : `Pay ${rupees(priced.payable)}`,
        class: "primary"
      },
      () => {
        payButton.setAttribute("disabled", "");
        pay(store2, priced, mode);
      }
    );
    return {
      page: "checkout",
      title: "Summary",
      event: {
        name: "visit_checkout_summary",
        properties: {
          brandName: priced.brand.name,
          amount: priced.amount,
          ...priced.coupon === void 0 ? {} : { couponCode: priced.coupon.code },
          useCoins: priced.coins > 0,
          discount: priced.baseDiscount + priced.couponDiscount,
          hubbleBaseDiscount: priced.baseDiscount,
          isModal: false
        }
      },
      view: [
        topBar(store2, { title: "Summary", back: () => store2.back(), through: "checkout_close_button" }),
        h(
          "main",
          { class: "pair" },
          h(
            "div",
            { class: "pair-side" },
            cardFace(priced.brand, rupees(priced.amount)),
            h(
              "dl",
              { class: "lines" },
              line(`${priced.brand.name} voucher`, rupees(priced.amount)),
              line("Store discount", `−${rupees(priced.baseDiscount)}`, "good"),
              ...priced.coupon === void 0 ? [] : [line(`Coupon ${priced.coupon.code}`, `−${rupees(priced.couponDiscount)}`, "good")],
              ...priced.coins === 0 ? [] : [line("Coins", `−${rupees(priced.coins)}`, "good")],
              line("To pay", rupees(priced.payable), "total")
            )
          ),
          h(
            "section",
            { class: "panel", "aria-label": "Payment" },
            ...coinsOnly ? [h("h2", {}, "Your coins cover it all")] : [
              h("h2", {}, "Pay with"),
              h(
                "div",
                { role: "radiogroup", "aria-label": "Pay with", class: "methods" },
                method("UPI", "method-upi", "UPI", "PhonePe, Google Pay, Paytm, BHIM or a UPI ID"),
                method("CARD", "method-card", "Card", "Debit or credit, with your bank's check")
              )
            ],
            h("p", { class: "note" }, "You go to the payment gateway and come back here. No money moves."),
            h("div", { class: "action" }, payButton)
          )
        )
      ]
    };
  };

  // web/sandbox/hubble/store/screens/coins.ts
  var history2 = [
    { name: "Welcome to the store", coins: 200 },
    { name: "Tui Books voucher", coins: 25 },
    { name: "Uber voucher", coins: 15 }
  ];
  var coins = (store2, _parts, query) => ({
    page: "coin-transactions",
    title: "Coins",
    event: { name: "visit_coin_transactions", properties: { isModal: false } },
    view: [
      topBar(store2, {
        title: "Coins",
        ...query.get("showBackButton") === "true" ? { back: () => store2.back() } : {},
        through: "coin_transactions_close_button"
      }),
      h(
        "main",
        { class: "narrow" },
        h("p", { class: "balance" }, icon("coin"), h("b", {}, String(coinBalance)), " coins to spend"),
        h(
          "ul",
          { class: "list plain" },
          ...history2.map(
            (each) => h(
              "li",
              { class: "row" },
              icon("coin"),
              h("span", { class: "row-name" }, each.name),
              h("b", { class: "good" }, `+${each.coins}`)
            )
          )
        )
      )
    ]
  });

  // web/sandbox/hubble/store/screens/help.ts
  var answers = [
    ["Where is my code?", "In “Your vouchers”, as soon as the payment is through."],
    ["I paid and have no voucher.", "Wait a minute and look again. In this sandbox, nobody paid anything."],
    ["Can I return a gift card?", "No. You can give it to somebody else."]
  ];
  var help = (store2) => ({
    page: "help",
    title: "Help",
    event: { name: "visit_help", properties: { isModal: false } },
    view: [
      topBar(store2, { title: "Help", back: () => store2.back(), through: "help_close_button" }),
      h(
        "main",
        { class: "narrow" },
        ...answers.map(
          ([question, answer], index) => h(
            "details",
            { class: "answer", open: index === 0 },
            h("summary", { "data-testid": `question-${index + 1}`, "aria-label": question }, question),
            h("p", {}, answer)
          )
        ),
        h(
          "nav",
          { class: "list", "aria-label": "Contact" },
          link(
            {
              testid: "terms",
              name: "Terms, in a new window",
              class: "row",
              content: [icon("receipt"), h("span", { class: "row-name" }, "Terms"), "new window"]
            },
            store2.href("/terms"),
            void 0,
            { target: "_blank", rel: "noopener" }
          ),
          link(
            {
              testid: "mail",
              name: "Write to us",
              class: "row",
              content: [icon("out"), h("span", { class: "row-name" }, "Write to us"), "mail"]
            },
            "mailto:help@myhubble.example"
          ),
          button(
            {
              testid: "logout",
              name: "Log out",
              class: "row",
              content: [icon("out"), h("span", { class: "row-name" }, "Log out"), "forgets you here"]
            },
            () => {
              sessionStorage.clear();
              localStorage.clear();
              store2.leave("logout");
            }
          )
        )
      )
    ]
  });
  var terms = (store2) => ({
    page: "terms",
    title: "Terms",
    event: { name: "visit_terms", properties: { isModal: false } },
    view: [
      topBar(store2, { title: "Terms", back: () => store2.back(), through: "terms_close_button" }),
      h(
        "main",
        { class: "narrow" },
        h("p", {}, "This is a sandbox. Nothing here is sold, paid for or delivered, and no voucher can be used.")
      )
    ]
  });

  // web/sandbox/hubble/store/screens/home.ts
  function featured(store2) {
    const brand2 = brandOf("tui-books");
    return brand2 !== void 0 && link(
      {
        testid: "featured",
        name: `Card of the week: ${brand2.name}, ${brand2.discount} % off`,
        class: "featured",
        content: [
          h(
            "span",
            { class: "featured-text" },
            h("span", { class: "eyebrow" }, "Card of the week"),
            h("span", { class: "headline" }, `${brand2.discount}% off a good book`),
            h("span", { class: "featured-more" }, brand2.name, icon("next"))
          ),
          cardFace(brand2)
        ]
      },
      store2.href(`/buy/${brand2.id}`),
      () => store2.go(`/buy/${brand2.id}`)
    );
  }
  var chips = (store2) => h(
    "nav",
    { class: "chips", "aria-label": "Categories" },
    ...categories.map(
      (category) => link(
        { testid: `category-${category.toLowerCase()}`, name: categoryName(category), class: "chip" },
        store2.href("/search", { category }),
        () => store2.go("/search", { category })
      )
    )
  );
  var home = (store2) => ({
    page: "home",
    title: "Gift cards",
    event: { name: "visit_home", properties: { isModal: false } },
    view: [
      topBar(store2, { through: "home_back_button" }),
      h(
        "main",
        { class: "wide" },
        h("h1", { class: "sr-only" }, "Gift cards"),
        h(
          "div",
          { class: "tools" },
          link(
            {
              testid: "search",
              name: "Search gift cards",
              class: "search-link",
              content: [icon("search"), "Search gift cards"]
            },
            store2.href("/search"),
            () => store2.go("/search")
          ),
          link(
            {
              testid: "coins",
              name: `${coinBalance} coins`,
              class: "coins",
              content: [icon("coin"), h("b", {}, String(coinBalance)), " coins"]
            },
            store2.href("/coin-transactions"),
            () => store2.go("/coin-transactions", { showBackButton: "true" })
          )
        ),
        featured(store2),
        chips(store2),
        h("h2", {}, "Popular now"),
        h("div", { class: "grid" }, ...brands.map((brand2) => brandTile(store2, brand2))),
        h(
          "nav",
          { class: "list", "aria-label": "More" },
          rowLink(store2, "transactions", "Your vouchers", "/transactions?showBackButton=true", icon("receipt"), null),
          rowLink(store2, "help", "Help", "/help", icon("help"), null),
          link(
            {
              testid: "foreign-link",
              name: "Ride with Uber (another site)",
              class: "row",
              content: [icon("out"), h("span", { class: "row-name" }, "Ride with Uber"), "uber.com"]
            },
            "https://www.uber.com/in/en/"
          ),
          button(
            {
              testid: "launch-link",
              name: "Read about gift cards (opened by the app)",
              class: "row",
              content: [
                icon("out"),
                h("span", { class: "row-name" }, "Read about gift cards"),
                "opened by the app"
              ]
            },
            () => store2.channel.launchLink("https://www.myhubble.money/")
          )
        )
      )
    ]
  });

  // web/sandbox/hubble/store/screens/voucher.ts
  function voucher(code) {
    const said = h("span", { class: "sr-only", role: "status" });
    const copy = button(
      { testid: "copy-code", name: "Copy the voucher code", class: "round", content: [icon("copy")] },
      () => {
        navigator.clipboard?.writeText(code).then(
          () => {
            said.textContent = "Copied";
            copy.replaceChildren(icon("check"));
          },
          () => {
            said.textContent = "The clipboard is not available";
          }
        );
      }
    );
    return h(
      "div",
      { class: "voucher" },
      h("span", { class: "voucher-name" }, "Voucher code"),
      h("output", { class: "voucher-code", "data-testid": "voucher-code", "aria-label": "Voucher code" }, code),
      copy,
      said
    );
  }

  // web/sandbox/hubble/store/screens/outcome.ts
  var longestReason = 120;
  var status = (store2, _parts, query) => {
    const order = orderOf(query.get("razorpay_order_id") ?? "");
    if (order === void 0) {
      return missing(store2, "This payment belongs to no order of this session.");
    }
    const paymentId = query.get("razorpay_payment_id");
    const reason = query.get("error[description]") ?? query.get("error[reason]") ?? "The payment was not finished";
    const result = paymentId === null ? { reason: reason.slice(0, longestReason) } : "paid";
    const ended = complete(order, result);
    const finished = ended ?? order;
    return {
      page: "payment-status",
      title: "Payment",
      view: [h("main", { class: "middle" }, h("p", { role: "status" }, "Asking the gateway…"))],
      after: () => {
        announce(store2, ended);
        store2.replace(finished.state === "paid" ? "/payment/success" : "/payment/failed", { order: finished.id });
      }
    };
  };
  function announce(store2, ended) {
    if (ended === void 0) {
      return;
    }
    if (ended.state === "paid") {
      store2.channel.analytics("payment_success", {
        amount: ended.amount,
        referenceId: ended.id,
        provider: "RAZORPAY"
      });
      store2.channel.analytics("voucher_generation_success", {
        brandName: brandOf(ended.brandId)?.name ?? ended.brandId,
        vouchersCount: 1
      });
    } else {
      store2.channel.analytics("payment_fail", { amount: ended.amount, failureReason: ended.reason ?? "unknown" });
    }
  }
  var success = (store2, _parts, query) => {
    const order = orderOf(query.get("order") ?? "");
    const brand2 = order && brandOf(order.brandId);
    if (order?.code === void 0 || brand2 === void 0) {
      return missing(store2, "There is no paid order of that number.");
    }
    return {
      page: "payment-success",
      title: "Voucher ready",
      event: { name: "visit_payment_success", properties: { isModal: false } },
      view: [
        topBar(store2, { through: "payment_success_close_button" }),
        h(
          "main",
          { class: "middle" },
          h("span", { class: "badge good" }, icon("check")),
          h("h1", {}, "Your voucher is ready"),
          h("p", {}, `${rupees(order.amount)} to spend at ${brand2.name}.`),
          cardFace(brand2, rupees(order.amount)),
          voucher(order.code),
          h(
            "div",
            { class: "actions" },
            button({ testid: "back-home", name: "Buy another", class: "primary" }, () => store2.replace("/")),
            button(
              { testid: "show-transaction", name: "See the order", class: "secondary" },
              () => store2.go(`/transactions/${encodeURIComponent(order.id)}`, { showBackButton: "true" })
            )
          )
        )
      ]
    };
  };
  var failed = (store2, _parts, query) => {
    const order = orderOf(query.get("order") ?? "");
    const brand2 = order && brandOf(order.brandId);
    if (order === void 0 || brand2 === void 0) {
      return missing(store2, "There is no order of that number.");
    }
    return {
      page: "payment-failed",
      title: "Payment failed",
      event: { name: "visit_payment_failed", properties: { isModal: false } },
      view: [
        topBar(store2, { through: "payment_failed_close_button" }),
        h(
          "main",
          { class: "middle" },
          h("span", { class: "badge bad" }, icon("cross")),
          h("h1", {}, "The payment failed"),
          h("p", { "data-testid": "failure-reason" }, `${order.reason ?? "No reason was given"}.`),
          h("p", { class: "note" }, "Nothing was charged."),
          h(
            "div",
            { class: "actions" },
            button(
              { testid: "try-again", name: "Try again", class: "primary" },
              () => store2.replace(`/buy/${encodeURIComponent(brand2.id)}`, { amount: String(order.amount) })
            ),
            button(
              { testid: "back-home", name: "Back to all gift cards", class: "secondary" },
              () => store2.replace("/")
            )
          )
        )
      ]
    };
  };

  // web/sandbox/hubble/store/screens/search.ts
  var search = (store2, _parts, query) => {
    const asked = query.get("category");
    const category = categories.find((each) => each === asked?.toUpperCase()) ?? null;
    const results = h("div", { class: "grid" });
    const count = h("p", { class: "note", role: "status" });
    let text = "";
    const update = () => {
      const found = find(text, category);
      results.replaceChildren(...found.map((brand2) => brandTile(store2, brand2)));
      const what = found.length === 1 ? "1 gift card" : `${found.length} gift cards`;
      count.textContent = found.length === 0 ? "No gift card matches. Try fewer letters." : what;
    };
    const input = field(
      { testid: "search-field", name: "Search gift cards" },
      { type: "search", autocomplete: "off", maxlength: "60", placeholder: "A brand or a mood" },
      (value) => {
        text = value;
        store2.channel.analytics("search_query", { query: value });
        update();
      }
    );
    update();
    return {
      page: "search",
      title: category === null ? "Search" : categoryName(category),
      event: category === null ? { name: "visit_search", properties: { isModal: false } } : { name: "visit_category", properties: { categoryName: category, isModal: false } },
      view: [
        topBar(store2, {
          title: category === null ? "Search" : categoryName(category),
          back: () => store2.back(),
          through: "search_close_button"
        }),
        h(
          "main",
          { class: "wide" },
          input.row,
          h(
            "nav",
            { class: "chips", "aria-label": "Categories" },
            ...categories.map(
              (each) => link(
                { testid: `category-${each.toLowerCase()}`, name: categoryName(each), class: "chip" },
                store2.href("/search", { category: each }),
                () => store2.replace("/search", { category: each }),
                each === category ? { "aria-current": "true" } : {}
              )
            )
          ),
          count,
          results
        )
      ]
    };
  };

  // web/sandbox/hubble/store/screens/transactions.ts
  var name = (order) => brandOf(order.brandId)?.name ?? order.brandId;
  var row = (store2, order) => {
    const path2 = `/transactions/${encodeURIComponent(order.id)}`;
    const state = order.state === "paid" ? "Voucher ready" : "Not paid";
    return link(
      {
        testid: `transaction-${order.id}`,
        name: `${name(order)}, ${rupees(order.amount)}, ${state}`,
        class: "row",
        content: [
          icon(order.state === "paid" ? "receipt" : "cross"),
          h("span", { class: "row-name" }, h("b", {}, name(order)), h("span", { class: "meta" }, state)),
          h("b", {}, rupees(order.amount))
        ]
      },
      store2.href(path2, { showBackButton: "true" }),
      () => store2.go(path2, { showBackButton: "true" })
    );
  };
  var transactions = (store2, _parts, query) => ({
    page: "transactions",
    title: "Your vouchers",
    event: { name: "visit_transactions", properties: { isModal: false } },
    view: [
      topBar(store2, {
        title: "Your vouchers",
        ...query.get("showBackButton") === "true" ? { back: () => store2.back() } : {},
        through: "transactions_close_button"
      }),
      h("main", { class: "narrow" }, h("div", { class: "list" }, ...orders().map((order) => row(store2, order))))
    ]
  });
  var transaction = (store2, [id = ""], query) => {
    const order = orderOf(id);
    const brand2 = order && brandOf(order.brandId);
    if (order === void 0 || brand2 === void 0) {
      return missing(store2, "There is no purchase of that number.");
    }
    const leaves = query.get("exitOnBack") === "true";
    return {
      page: "transaction",
      title: name(order),
      event: { name: "visit_transaction_detail", properties: { isModal: false } },
      view: [
        topBar(store2, {
          title: name(order),
          ...query.get("showBackButton") === "true" || leaves ? { back: () => leaves ? store2.leave("transaction_back_button") : store2.back() } : {},
          through: "transaction_close_button"
        }),
        h(
          "main",
          { class: "narrow" },
          cardFace(brand2, rupees(order.amount)),
          order.code === void 0 ? h("p", { class: "note bad" }, order.reason ?? "Not paid yet.") : voucher(order.code),
          h(
            "dl",
            { class: "lines" },
            line("Voucher", rupees(order.amount)),
            line("Paid", order.state === "paid" ? rupees(order.paid) : rupees(0)),
            line("Order", order.id)
          ),
          button(
            { testid: "transaction-help", name: "Get help with this voucher", class: "secondary" },
            () => store2.go("/help")
          )
        )
      ]
    };
  };

  // web/sandbox/hubble/store/session.ts
  var key2 = "store/session";
  var openingParameters = [
    "clientId",
    "appSecret",
    "clientSecret",
    "token",
    "wrap-plt",
    "appVersion",
    "deviceId",
    "theme",
    "coins",
    "coinsEnabled"
  ];
  var platformOf = (value) => value === "ios" ? "ios" : "web";
  function kept() {
    try {
      const value = JSON.parse(sessionStorage.getItem(key2) ?? "null");
      if (typeof value?.clientId === "string") {
        return {
          clientId: value.clientId,
          platform: value.platform === "ios" ? "ios" : "web",
          theme: value.theme === "dark" ? "dark" : "light"
        };
      }
    } catch {
    }
    return void 0;
  }
  function openSession() {
    const query = new URLSearchParams(location.search);
    const clientId = query.get("clientId");
    const before = kept();
    if (clientId === null && before !== void 0) {
      return { session: before };
    }
    const platform = platformOf(query.get("wrap-plt"));
    const theme = query.get("theme") === "dark" ? "dark" : "light";
    for (const name2 of openingParameters) {
      query.delete(name2);
    }
    const rest = query.toString();
    history.replaceState(history.state, "", location.pathname + (rest === "" ? "" : `?${rest}`));
    if (clientId === null || clientId === "") {
      return { refused: "clientId is missing", platform };
    }
    if (clientId === "bad-client") {
      return { refused: "clientId is not known to this store", platform };
    }
    const session = { clientId, platform, theme };
    sessionStorage.setItem(key2, JSON.stringify(session));
    return { session };
  }

  // web/sandbox/hubble/store/main.ts
  var routes = [
    [/^\/$/, home],
    [/^\/buy\/([^/]+)$/, brand],
    [/^\/search$/, search],
    [/^\/transactions$/, transactions],
    [/^\/transactions\/([^/]+)$/, transaction],
    [/^\/coin-transactions$/, coins],
    [/^\/help$/, help],
    [/^\/terms$/, terms],
    [/^\/checkout$/, checkout],
    [/^\/payment\/status$/, status],
    [/^\/payment\/success$/, success],
    [/^\/payment\/failed$/, failed]
  ];
  function refuse(app2, reason) {
    document.body.dataset["page"] = "refused";
    app2.replaceChildren(
      h(
        "main",
        { class: "middle" },
        h("span", { class: "badge bad" }, icon("cross")),
        h("h1", {}, "The store could not be opened"),
        h("p", { role: "alert" }, `${reason}.`)
      )
    );
  }
  function start(app2) {
    const play = requestedPlay()?.name;
    if (play === "stuck") {
      document.body.dataset["page"] = "stuck";
      return;
    }
    const opening = openSession();
    if ("refused" in opening || play === "bad-client") {
      const reason = "refused" in opening ? opening.refused : "clientId is not known to this store";
      refuse(app2, reason);
      new Channel("refused" in opening ? opening.platform : opening.session.platform).error(reason);
      return;
    }
    document.documentElement.dataset["theme"] = opening.session.theme;
    const channel = new Channel(opening.session.platform);
    const nowhere = (store2) => missing(store2, "This store has no such page.");
    new Router(channel, routes, nowhere, app2).show(() => channel.action("app_ready"));
  }
  var app = document.getElementById("app");
  if (app !== null) {
    start(app);
  }
})();
