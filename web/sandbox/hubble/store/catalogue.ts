// What the sandbox store sells. The brands are made up, but for the one that the vendor's documents take as example.
// SPDX-License-Identifier: Apache-2.0

import { Motif } from "./art";

export type Category = "FOOD" | "FASHION" | "TRAVEL" | "BOOKS" | "CINEMA" | "HOME" | "GAMES" | "WELLNESS";

export interface Brand {
    /** The `{brandId}` of the route and the `productId` of the events. */
    readonly id: string;
    readonly name: string;
    readonly category: Category;
    readonly tagline: string;
    /** Off the face value, in per cent, before any coupon. */
    readonly discount: number;
    /** Face values in rupees. */
    readonly least: number;
    readonly most: number;
    readonly amounts: readonly number[];
    readonly art: { readonly motif: Motif; readonly ground: string; readonly shape: string; readonly ink: string };
    /** The brand's own site, outside the store. */
    readonly site?: string;
}

const amounts = [250, 500, 1000, 2000] as const;

export const brands: readonly Brand[] = [
    {
        id: "saffron-table", name: "Saffron Table", category: "FOOD", tagline: "Slow-cooked thalis, fast friends",
        discount: 5, least: 100, most: 5000, amounts,
        art: { motif: "sun", ground: "#f4a63a", shape: "#e2622b", ink: "#3a1408" },
    },
    {
        id: "tui-books", name: "Tui Books", category: "BOOKS", tagline: "A page for every mood",
        discount: 10, least: 100, most: 3000, amounts,
        art: { motif: "leaves", ground: "#12594f", shape: "#1f8a76", ink: "#eefaf2" },
    },
    {
        id: "northlight", name: "Northlight Cinema", category: "CINEMA", tagline: "Two seats, one big screen",
        discount: 8, least: 200, most: 2000, amounts,
        art: { motif: "arcs", ground: "#251f52", shape: "#6857d6", ink: "#f3f0ff" },
    },
    {
        id: "uber", name: "Uber", category: "TRAVEL", tagline: "Rides and deliveries",
        discount: 2, least: 100, most: 5000, amounts,
        art: { motif: "lanes", ground: "#16161a", shape: "#34343d", ink: "#ffffff" },
        site: "https://www.uber.com/in/en/",
    },
    {
        id: "fern-and-fold", name: "Fern & Fold", category: "FASHION", tagline: "Linen, cut to last",
        discount: 12, least: 500, most: 10000, amounts: [500, 1000, 2500, 5000],
        art: { motif: "folds", ground: "#e7dccb", shape: "#c7ab84", ink: "#3b2d1c" },
    },
    {
        id: "harbour-grocer", name: "Harbour Grocer", category: "FOOD", tagline: "The week's basket, sorted",
        discount: 3, least: 250, most: 10000, amounts,
        art: { motif: "waves", ground: "#0f6fb3", shape: "#3aa0df", ink: "#f0f9ff" },
    },
    {
        id: "moa-outdoors", name: "Moa Outdoors", category: "TRAVEL", tagline: "Boots, tents and long weekends",
        discount: 7, least: 500, most: 10000, amounts: [500, 1000, 2500, 5000],
        art: { motif: "hills", ground: "#cfe3d0", shape: "#4f8457", ink: "#14301a" },
    },
    {
        id: "pixel-arcade", name: "Pixel Arcade", category: "GAMES", tagline: "Credits for every console",
        discount: 4, least: 250, most: 5000, amounts,
        art: { motif: "pixels", ground: "#d7263d", shape: "#f46d4f", ink: "#fff4ee" },
    },
    {
        id: "paper-lantern", name: "Paper Lantern", category: "HOME", tagline: "Small things for warm rooms",
        discount: 9, least: 250, most: 5000, amounts,
        art: { motif: "dots", ground: "#f7d9d4", shape: "#ea8f84", ink: "#4c1611" },
    },
    {
        id: "still-water", name: "Still Water Spa", category: "WELLNESS", tagline: "An hour with no phone",
        discount: 15, least: 1000, most: 10000, amounts: [1000, 2000, 3000, 5000],
        art: { motif: "rings", ground: "#bfe4e6", shape: "#4aa6ad", ink: "#0e3437" },
    },
];

export const categories: readonly Category[] = [
    "FOOD", "FASHION", "TRAVEL", "BOOKS", "CINEMA", "HOME", "GAMES", "WELLNESS",
];

/** `FOOD` is shown as `Food`. */
export const categoryName = (category: string): string => category.charAt(0) + category.slice(1).toLowerCase();

export const brandOf = (id: string): Brand | undefined => brands.find((brand) => brand.id === id);

/** Brands of a category (or all), whose name or tagline holds the text. */
export function find(text: string, category: string | null): readonly Brand[] {
    const wanted = text.trim().toLowerCase();
    return brands.filter(
        (brand) =>
            (category === null || brand.category === category) &&
            (brand.name.toLowerCase().includes(wanted) || brand.tagline.toLowerCase().includes(wanted)),
    );
}

export interface Coupon {
    readonly code: string;
    readonly percent: number;
    /** The most that it takes off, in rupees. */
    readonly most: number;
}

export const coupons: readonly Coupon[] = [
    { code: "HELLO10", percent: 10, most: 100 },
    { code: "WEEKEND5", percent: 5, most: 250 },
];

/** Coins that the sandbox's user has; a coin is worth a rupee. */
export const coinBalance = 240;
