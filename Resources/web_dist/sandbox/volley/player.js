"use strict";
(() => {
  // web/sandbox/common/dom.ts
  function byTestId(testid) {
    return document.querySelector(`[data-testid="${testid}"]`);
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

  // web/sandbox/common/run-plays.ts
  var target = (step) => "click" in step ? step.click : "fill" in step ? step.fill : step.see;
  var pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  var patience = 2e4;
  async function ready(testid) {
    for (let waited = 0; waited < patience; waited += 25) {
      const element = byTestId(testid);
      if (element !== null && !element.hasAttribute("disabled")) {
        return element;
      }
      await pause(25);
    }
    return void 0;
  }
  async function perform(step, pace) {
    const element = await ready(target(step));
    if (element === void 0) {
      console.error(`sandbox: the play waits for "${target(step)}", which is not on this page`);
      return false;
    }
    element.scrollIntoView({ block: "center" });
    element.classList.add("played");
    await pause("see" in step ? pace * 8 : pace);
    element.classList.remove("played");
    if ("click" in step) {
      element.click();
    } else if ("fill" in step) {
      element.value = step.text;
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return true;
  }
  function runPlays(plays2) {
    const request = requestedPlay();
    const play = request === void 0 ? void 0 : plays2[request.name];
    if (request === void 0 || play === void 0) {
      return;
    }
    const key = (page) => `sandbox-play/${request.name}/${page}`;
    let current = "";
    const visit = async (page) => {
      const visits = Number(sessionStorage.getItem(key(page)) ?? "0");
      const steps = play[page]?.[visits] ?? [];
      for (const [index, step] of steps.entries()) {
        if (request.stay && "click" in step && step.closing === true) {
          sessionStorage.setItem(key(page), String(visits + 1));
          return;
        }
        if (index === steps.length - 1) {
          sessionStorage.setItem(key(page), String(visits + 1));
        }
        if (document.body.dataset["page"] !== page || !await perform(step, request.pace)) {
          return;
        }
      }
    };
    const look = () => {
      const page = document.body.dataset["page"] ?? "";
      if (page !== current) {
        current = page;
        void visit(page);
      }
    };
    new MutationObserver(look).observe(document.body, { attributes: true, attributeFilter: ["data-page"] });
    look();
  }

  // web/sandbox/volley/plays.ts
  var toBank = [{ click: "bank-kauri" }, { click: "continue" }];
  var toPhone = [{ click: "bank-aoraki" }, { click: "continue" }];
  var plays = {
    // The phone of the sandbox stands for a customer who is at the bank, wherever that was opened; its page is seen before.
    approve: { choose: [toBank], waiting: [[{ see: "left" }, { click: "phone-approve" }]], paid: [[{ see: "receipt" }]] },
    decline: { choose: [toBank], waiting: [[{ see: "left" }, { click: "phone-decline" }]], declined: [[{ see: "declined" }]] },
    decoupled: { choose: [toPhone], waiting: [[{ click: "phone-approve" }]], paid: [[{ see: "receipt" }]] },
    expire: { choose: [toBank], expired: [[{ see: "expired" }]] },
    close: { choose: [[{ click: "leave" }]] }
  };

  // web/sandbox/volley/player.ts
  runPlays(plays);
})();
