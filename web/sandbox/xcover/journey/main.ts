// The insurance journey of the sandbox: a quote, the travellers, the purchase, and what the vendor's page says meanwhile.
// SPDX-License-Identifier: Apache-2.0

import { button, choice, link } from "../../common/controls";
import { Child, h } from "../../common/dom";
import { requestedPlay } from "../../common/play";
import { Channel } from "./channel";
import { icon, scene } from "./icons";
import { Plan, planOf, plans, price } from "./plans";
import { forget, keep, newPolicy, partnerName, Progress, readTrip, restore, Trip } from "./trip";

/** Where the sandbox's insurer keeps its documents. */
const documents = "https://documents.insurer.example";

class Journey {
    private readonly channel: Channel;
    private readonly progress: Progress;
    /** What is shown again when a journey that was put away is taken up. */
    private shown: () => void;

    constructor(
        private readonly app: HTMLElement,
        private readonly trip: Trip,
    ) {
        this.progress = restore(trip);
        this.shown = () => this.quote();
        this.channel = new Channel((type) => {
            if (type === "CG_JOURNEY_HIDE") {
                this.away();
            }
        });
    }

    start(): void {
        if (this.progress.policy !== undefined) {
            this.done(this.progress.policy);
        } else {
            this.quote();
        }
        if (requestedPlay()?.name !== "silent") {
            this.channel.ready();
        }
        // A journey that is loaded again after its end says again how it ended.
        if (this.progress.policy !== undefined) {
            this.channel.complete({ outcome: "purchased", policy_id: this.progress.policy });
        }
    }

    private show(page: string, again: () => void, ...view: Child[]): void {
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
                    },
                ),
            ),
            h("main", {}, ...view),
        );
        document.body.dataset["page"] = page;
        window.scrollTo(0, 0);
    }

    private go(step: string, next: () => void): void {
        keep(this.trip, this.progress);
        next();
        this.channel.step(step);
    }

    private get plan(): Plan {
        return planOf(this.progress.plan);
    }

    private get total(): string {
        return this.trip.money(price(this.plan, this.progress.travellers, this.progress.days));
    }

    private wordings(): HTMLElement {
        return h(
            "p",
            { class: "wordings" },
            link(
                {
                    testid: "policy-wording",
                    name: "Policy wording (opens outside the journey)",
                    class: "out-link",
                    content: ["Policy wording", icon("out")],
                },
                `${documents}/wording/travel-${encodeURIComponent(this.trip.language)}`,
                undefined,
                { target: "_blank", rel: "noopener" },
            ),
        );
    }

    private quote(): void {
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
                    h("p", { class: "eyebrow" }, this.trip.booking === undefined ? "Your trip" : `Booking ${this.trip.booking}`),
                    h("h1", {}, "Travel with an easy mind"),
                    h("p", {}, `Cover for ${this.progress.days} days away from ${this.trip.place}.`),
                ),
            ),
            h(
                "fieldset",
                { class: "plans" },
                h("legend", { class: "sr-only" }, "Cover"),
                ...plans.map((plan) =>
                    choice(
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
                                        this.trip.money(price(plan, this.progress.travellers, this.progress.days)),
                                    ),
                                ),
                                h("span", { class: "benefits" }, ...plan.benefits.map((text) => h("span", {}, icon("check"), text))),
                            ],
                        },
                        { name: "plan", value: plan.id, checked: plan.id === this.progress.plan },
                        () => {
                            this.progress.plan = plan.id;
                            total.textContent = this.total;
                            keep(this.trip, this.progress);
                        },
                    ),
                ),
            ),
            this.wordings(),
            h(
                "div",
                { class: "bar" },
                h("p", { class: "sum" }, "Total ", total),
                button({ testid: "no-thanks", name: "No, thanks", class: "secondary" }, () => this.decline()),
                button({ testid: "continue", name: "Continue", class: "primary" }, () => this.go("details", () => this.details())),
            ),
        );
    }

    /** A number between two buttons. */
    private stepper(testid: string, name: string, value: number, most: number, change: (value: number) => void): HTMLElement {
        const shown = h("output", { class: "count", "data-testid": `${testid}-count`, "aria-live": "polite" }, String(value));
        const set = (next: number): void => {
            const number = Math.min(Math.max(next, 1), most);
            shown.textContent = String(number);
            change(number);
        };
        const current = (): number => Number(shown.textContent);
        return h(
            "div",
            { class: "stepper" },
            h("span", { class: "stepper-name" }, name),
            button({ testid: `${testid}-less`, name: `Fewer: ${name}`, class: "round", content: [icon("minus")] }, () => set(current() - 1)),
            shown,
            button({ testid: `${testid}-more`, name: `More: ${name}`, class: "round", content: [icon("plus")] }, () => set(current() + 1)),
        );
    }

    private details(): void {
        const total = h("b", { class: "amount", "data-testid": "total" }, this.total);
        const refresh = (): void => {
            total.textContent = this.total;
            keep(this.trip, this.progress);
        };
        this.show(
            "details",
            () => this.details(),
            h("div", { class: "narrow" },
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
                    }),
                ),
                h(
                    "div",
                    { class: "bar" },
                    h("p", { class: "sum" }, "Total ", total),
                    button({ testid: "back", name: "Back", class: "secondary" }, () => this.go("quote", () => this.quote())),
                    button({ testid: "continue", name: "Continue", class: "primary" }, () => this.go("review", () => this.review())),
                ),
            ),
        );
    }

    private review(): void {
        const pay: HTMLButtonElement = button(
            { testid: "pay", name: `Buy for ${this.total}`, class: "primary" },
            () => this.buy(),
            { disabled: true },
        );
        const line = (name: string, value: string, kind = "line"): HTMLElement =>
            h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value));
        this.show(
            "review",
            () => this.review(),
            h("div", { class: "narrow" },
                h("p", { class: "eyebrow" }, "Step 3 of 3"),
                h("h1", {}, "Check and buy"),
                h(
                    "dl",
                    { class: "card lines" },
                    line("Cover", this.plan.name),
                    line("Travellers", String(this.progress.travellers)),
                    line("Days", String(this.progress.days)),
                    line("From", this.trip.place),
                    line("Total", this.total, "line total"),
                ),
                choice(
                    "checkbox",
                    { testid: "agree", name: "I have read the policy wording", class: "agree" },
                    {},
                    (checked) => pay.toggleAttribute("disabled", !checked),
                ),
                this.wordings(),
                h(
                    "div",
                    { class: "bar" },
                    button({ testid: "back", name: "Back", class: "secondary" }, () => this.go("details", () => this.details())),
                    pay,
                ),
            ),
        );
    }

    private buy(): void {
        const policy = newPolicy();
        this.progress.policy = policy;
        keep(this.trip, this.progress);
        this.done(policy);
        this.channel.complete({ outcome: "purchased", policy_id: policy });
    }

    private done(policy: string): void {
        this.show(
            "done",
            () => this.done(policy),
            h("div", { class: "middle" },
                h("span", { class: "badge good" }, icon("shield")),
                h("h1", {}, "You are covered"),
                h("p", {}, `${this.plan.name} for ${this.progress.travellers} and ${this.progress.days} days. The policy is on its way to your inbox.`),
                h(
                    "div",
                    { class: "policy" },
                    h("span", { class: "note" }, "Policy"),
                    h("b", { class: "policy-id", "data-testid": "policy-id" }, policy),
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
                    }),
                ),
            ),
        );
    }

    private decline(): void {
        forget(this.trip);
        this.show(
            "declined",
            () => this.decline(),
            h("div", { class: "middle" },
                h("span", { class: "badge" }, icon("leaf")),
                h("h1", { "data-testid": "declined" }, "No cover, then"),
                h("p", {}, "Nothing was bought. You can come back to this until you leave."),
                h(
                    "div",
                    { class: "actions" },
                    button({ testid: "back", name: "See the covers again", class: "secondary" }, () => this.quote()),
                ),
            ),
        );
        this.channel.complete({ outcome: "declined" });
    }

    /** Put away, by the customer or by whoever embeds the journey. */
    private away(): void {
        if (document.body.dataset["page"] === "hidden") {
            return;
        }
        keep(this.trip, this.progress);
        const again = this.shown;
        this.app.replaceChildren(
            h("main", {},
                h("div", { class: "middle" },
                    h("span", { class: "badge" }, icon("away")),
                    h("h1", {}, "Put away for now"),
                    h("p", {}, "What you chose is kept."),
                    h(
                        "div",
                        { class: "actions" },
                        button({ testid: "take-up", name: "Go on", class: "primary" }, () => again()),
                    ),
                ),
            ),
        );
        document.body.dataset["page"] = "hidden";
    }
}

function start(app: HTMLElement): void {
    const trip = readTrip(location.pathname, location.search);
    if (trip === undefined) {
        document.body.dataset["page"] = "refused";
        app.replaceChildren(h("main", {}, h("div", { class: "middle" }, h("h1", {}, "There is no journey at this address"))));
        return;
    }
    document.documentElement.lang = trip.language;
    new Journey(app, trip).start();
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
