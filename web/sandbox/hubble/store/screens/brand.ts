// One brand: choose an amount, a coupon and coins, and go on to the summary.
// SPDX-License-Identifier: Apache-2.0

import { button, choice, field, link } from "../../../common/controls";
import { h } from "../../../common/dom";
import { rupees } from "../../money";
import { icon } from "../art";
import { Brand, brandOf, coinBalance, categoryName, coupons } from "../catalogue";
import { quote } from "../orders";
import { cardFace, topBar } from "../parts";
import { pay } from "../payment";
import { Route, Screen, Store } from "../router";
import { missing } from "./missing";

interface Choices {
    amount: number;
    coupon: string | null;
    coins: boolean;
}

/** The query of the summary for what was chosen. */
const asQuery = (brand: Brand, choices: Choices): Record<string, string> => ({
    brandId: brand.id,
    amount: String(choices.amount),
    ...(choices.coupon === null ? {} : { coupon: choices.coupon }),
    ...(choices.coins ? { consumeCoins: "true" } : {}),
});

function couponDialog(store: Store, chosen: (code: string) => void): HTMLDialogElement {
    const dialog: HTMLDialogElement = h(
        "dialog",
        { class: "sheet", "aria-label": "Coupons" },
        h(
            "div",
            { class: "sheet-head" },
            h("h2", {}, "Coupons"),
            button({ testid: "coupons-close", name: "Close the coupons", class: "round", content: [icon("close")] }, () =>
                dialog.close(),
            ),
        ),
        ...coupons.map((coupon) =>
            button(
                {
                    testid: `coupon-${coupon.code}`,
                    name: `Use ${coupon.code}`,
                    class: "row",
                    content: [
                        icon("tag"),
                        h("span", { class: "row-name" }, h("b", {}, coupon.code), ` ${coupon.percent}% off`),
                        `up to ${rupees(coupon.most)}`,
                    ],
                },
                () => {
                    dialog.close();
                    chosen(coupon.code);
                },
            ),
        ),
    );
    dialog.addEventListener("show", () => store.channel.analytics("visit_coupons", { isModal: true }));
    return dialog;
}

function form(store: Store, brand: Brand, choices: Choices): HTMLElement {
    const note = h("p", { class: "note", role: "status" });
    const next = button({ testid: "continue", name: "Continue", class: "primary" }, () => {
        if (quote(brand, choices.amount, choices.coupon, choices.coins) !== undefined) {
            store.go("/checkout", asQuery(brand, choices));
        }
    });
    const chips = brand.amounts.map((amount) =>
        button({ testid: `amount-${amount}`, name: rupees(amount), class: "amount" }, () => {
            custom.input.value = String(amount);
            choices.amount = amount;
            update();
        }),
    );
    const custom = field(
        { testid: "amount", name: `Another amount, ${rupees(brand.least)} to ${rupees(brand.most)}` },
        { inputmode: "numeric", autocomplete: "off", maxlength: "6", value: String(choices.amount) },
        (value) => {
            choices.amount = /^[0-9]{1,6}$/.test(value) ? Number(value) : NaN;
            update();
        },
    );
    const couponLabel = h("span", { class: "row-name" });
    const dialog = couponDialog(store, (code) => {
        choices.coupon = code;
        update();
    });

    const update = (): void => {
        const priced = quote(brand, choices.amount, choices.coupon, choices.coins);
        for (const [index, chip] of chips.entries()) {
            chip.setAttribute("aria-pressed", String(brand.amounts[index] === choices.amount));
        }
        couponLabel.textContent =
            priced?.coupon === undefined
                ? "Add a coupon"
                : `${priced.coupon.code} takes off ${rupees(priced.couponDiscount)}`;
        note.textContent =
            priced === undefined
                ? `${brand.name} has vouchers from ${rupees(brand.least)} to ${rupees(brand.most)}.`
                : `You save ${rupees(priced.baseDiscount + priced.couponDiscount)} on a ${rupees(priced.amount)} voucher.`;
        note.classList.toggle("bad", priced === undefined);
        next.toggleAttribute("disabled", priced === undefined);
        const text = priced === undefined ? "Continue" : `Continue · ${rupees(priced.payable)}`;
        next.textContent = text;
        next.setAttribute("aria-label", text);
    };
    update();

    return h(
        "section",
        { class: "panel", "aria-label": "Your voucher" },
        h("h2", {}, "Choose an amount"),
        h("div", { class: "amounts" }, ...chips),
        custom.row,
        button(
            { testid: "coupons", name: "Add a coupon", class: "row", content: [icon("tag"), couponLabel, icon("next")] },
            () => {
                dialog.showModal();
                dialog.dispatchEvent(new Event("show"));
            },
        ),
        choice(
            "checkbox",
            {
                testid: "consume-coins",
                name: `Use your ${coinBalance} coins`,
                class: "row",
                content: [icon("coin"), h("span", { class: "row-name" }, `Use your ${coinBalance} coins`)],
            },
            { checked: choices.coins },
            (checked) => {
                choices.coins = checked;
                update();
            },
        ),
        note,
        h("div", { class: "action" }, next),
        dialog,
    );
}

const about = (brand: Brand): HTMLElement =>
    h(
        "section",
        { class: "about", "aria-label": "About this card" },
        h("h2", {}, "How it works"),
        h(
            "ol",
            {},
            h("li", {}, "Pay and get a voucher code at once."),
            h("li", {}, `Show the code at ${brand.name}, online or at the till.`),
            h("li", {}, "Use it within 12 months, in one go or in parts."),
        ),
        brand.site !== undefined &&
            link(
                {
                    testid: "brand-site",
                    name: `Visit ${brand.name} (another site)`,
                    class: "out-link",
                    content: [`Visit ${new URL(brand.site).hostname}`, icon("out")],
                },
                brand.site,
            ),
    );

export const brand: Route = (store, [id = ""], query): Screen => {
    const found = brandOf(id);
    if (found === undefined) {
        return missing(store, "This store has no such gift card.");
    }
    const asked = query.get("amount");
    const amount = asked === null ? (found.amounts[0] ?? found.least) : Number(asked);
    const choices: Choices = {
        amount,
        coupon: query.get("coupon"),
        coins: query.get("consumeCoins") === "true",
    };
    const priced = quote(found, choices.amount, choices.coupon, choices.coins);
    const straight = query.get("skipToPayment") === "true" && priced !== undefined;
    return {
        page: straight ? "skip-to-payment" : "brand",
        title: found.name,
        event: {
            name: "visit_brand_l2",
            properties: {
                productId: found.id,
                brandName: found.name,
                amount: Number.isFinite(amount) ? amount : 0,
                isModal: false,
            },
        },
        view: [
            topBar(store, { title: found.name, back: () => store.back(), through: "brand_close_button" }),
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
                        h("span", { class: "meta" }, `${categoryName(found.category)} · ${found.discount}% off`),
                    ),
                ),
                form(store, found, choices),
                about(found),
            ),
        ],
        ...(straight ? { after: () => pay(store, priced, "UPI") } : {}),
    };
};
