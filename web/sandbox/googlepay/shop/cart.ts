// What lies in the shop's cart, and what it costs with each way of delivery. Amounts are whole cents.
// SPDX-License-Identifier: Apache-2.0

import { ShippingOption, TransactionInfo } from "../payments";

export interface Line {
    readonly name: string;
    readonly detail: string;
    readonly count: number;
    readonly cents: number;
    /** The colours of its picture: ground, bag and label. */
    readonly colours: readonly [string, string, string];
}

export const lines: readonly Line[] = [
    { name: "Aoraki Blend", detail: "Whole beans, 500 g", count: 2, cents: 2450, colours: ["#e7d8c9", "#4b2e20", "#e0a458"] },
    { name: "Tūī Single Origin", detail: "Ground for filter, 250 g", count: 1, cents: 1890, colours: ["#d3e0dc", "#1f4a44", "#f2e2a4"] },
    { name: "Stoneware cup", detail: "180 ml, river blue", count: 2, cents: 2100, colours: ["#d9e2ee", "#3f6594", "#ffffff"] },
];

const ways = [
    { id: "courier", label: "Courier", description: "Tomorrow, NZ$ 7.00", cents: 700 },
    { id: "pickup", label: "Pick up in the shop", description: "Today after 3 pm, free", cents: 0 },
] as const;

export const deliveries: readonly ShippingOption[] = ways.map(({ id, label, description }) => ({ id, label, description }));

const text = (cents: number): string => (cents / 100).toFixed(2);

export const goods = lines.reduce((sum, line) => sum + line.count * line.cents, 0);

export const lineTotal = (line: Line): string => text(line.count * line.cents);

/** What the customer pays with a way of delivery, `undefined` for one that there is not. */
export function transaction(delivery: string): TransactionInfo | undefined {
    const way = ways.find(({ id }) => id === delivery);
    return way === undefined
        ? undefined
        : {
              countryCode: "NZ",
              currencyCode: "NZD",
              totalPriceStatus: "FINAL",
              totalPrice: text(goods + way.cents),
              displayItems: [
                  { label: "Goods", type: "SUBTOTAL", price: text(goods) },
                  { label: way.label, type: "LINE_ITEM", price: text(way.cents) },
              ],
          };
}
