// Orders of this session: what is being bought, and what came of it.
// SPDX-License-Identifier: Apache-2.0

import { Brand, brandOf, coinBalance, Coupon, coupons } from "./catalogue";

export interface Quote {
    readonly brand: Brand;
    /** Face value of the voucher. */
    readonly amount: number;
    readonly coupon: Coupon | undefined;
    readonly baseDiscount: number;
    readonly couponDiscount: number;
    /** Coins spent; 0 where they are not used. */
    readonly coins: number;
    /** What is left to pay. */
    readonly payable: number;
}

/** Works out the price in whole rupees; `undefined` where the brand has no voucher of that amount. */
export function quote(brand: Brand, amount: number, code: string | null, useCoins: boolean): Quote | undefined {
    if (!Number.isInteger(amount) || amount < brand.least || amount > brand.most) {
        return undefined;
    }
    const coupon = coupons.find((each) => each.code === code);
    const baseDiscount = Math.round((amount * brand.discount) / 100);
    const couponDiscount =
        coupon === undefined ? 0 : Math.min(coupon.most, Math.round((amount * coupon.percent) / 100));
    const price = amount - baseDiscount - couponDiscount;
    const coins = useCoins ? Math.min(coinBalance, price) : 0;
    return { brand, amount, coupon, baseDiscount, couponDiscount, coins, payable: price - coins };
}

export type OrderState = "pending" | "paid" | "failed";

export interface Order {
    readonly id: string;
    readonly brandId: string;
    readonly amount: number;
    readonly paid: number;
    readonly state: OrderState;
    readonly code?: string;
    readonly reason?: string;
}

const key = "store/orders";

/** Two purchases of another day, so that the list is not empty at first. */
const earlier: readonly Order[] = [
    { id: "order_S4NDB0X7K2", brandId: "tui-books", amount: 500, paid: 450, state: "paid", code: "TUIB-5521-0904-7716" },
    { id: "order_S4NDB0X1C9", brandId: "uber", amount: 250, paid: 245, state: "paid", code: "UBER-8130-2247-5093" },
];

function stored(): readonly Order[] {
    try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
        return Array.isArray(value) ? (value as Order[]).filter((order) => brandOf(order.brandId) !== undefined) : [];
    } catch {
        return [];
    }
}

function store(order: Order): Order {
    const others = stored().filter((each) => each.id !== order.id);
    sessionStorage.setItem(key, JSON.stringify([order, ...others].slice(0, 50)));
    return order;
}

const digits = (count: number): string =>
    Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => String(byte % 10)).join("");

/** Orders that ended, the latest first. */
export const orders = (): readonly Order[] => [...stored(), ...earlier].filter((order) => order.state !== "pending");

export const orderOf = (id: string): Order | undefined => [...stored(), ...earlier].find((order) => order.id === id);

export const begin = (priced: Quote): Order =>
    store({
        id: `order_${digits(12)}`,
        brandId: priced.brand.id,
        amount: priced.amount,
        paid: priced.payable,
        state: "pending",
    });

/** Ends an order once: a result that comes again (a reload, going back) changes nothing and returns `undefined`. */
export function complete(order: Order, result: { readonly reason: string } | "paid"): Order | undefined {
    if (order.state !== "pending") {
        return undefined;
    }
    if (result !== "paid") {
        return store({ ...order, state: "failed", reason: result.reason });
    }
    const prefix = order.brandId.replace(/[^a-z]/g, "").slice(0, 4).toUpperCase();
    return store({ ...order, state: "paid", code: `${prefix}-${digits(4)}-${digits(4)}-${digits(4)}` });
}
