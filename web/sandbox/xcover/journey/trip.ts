// What the journey's address says, and what of it is kept so that a journey can be put away and taken up again.
// SPDX-License-Identifier: Apache-2.0

/** Currencies of countries that the sandbox knows; others pay in euros. */
const currencies: Readonly<Record<string, { readonly symbol: string; readonly name: string }>> = {
    AU: { symbol: "A$", name: "Australia" },
    NZ: { symbol: "NZ$", name: "New Zealand" },
    GB: { symbol: "£", name: "the United Kingdom" },
    US: { symbol: "US$", name: "the United States" },
    CA: { symbol: "CA$", name: "Canada" },
    SG: { symbol: "S$", name: "Singapore" },
};

export interface Trip {
    readonly partner: string;
    readonly language: string;
    readonly country: string;
    readonly booking: string | undefined;
    readonly money: (amount: number) => string;
    readonly place: string;
}

/** `/acme-travel/en/?country=AU&booking_ref=…`, `undefined` for another address. */
export function readTrip(path: string, search: string): Trip | undefined {
    const [partner, language, ...rest] = path.split("/").filter((part) => part !== "");
    if (partner === undefined || language === undefined || rest.length > 0) {
        return undefined;
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
        place: currency.name,
    };
}

/** `acme-travel` as it is shown: `Acme Travel`. */
export function partnerName(partner: string): string {
    return partner
        .split(/[-_]/)
        .filter((word) => word !== "")
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(" ")
        .slice(0, 40);
}

export interface Progress {
    plan: string;
    travellers: number;
    days: number;
    /** Set when the cover is bought. */
    policy?: string;
}

const key = (trip: Trip): string => `journey/${trip.partner}/${trip.booking ?? ""}`;

const fresh = (): Progress => ({ plan: "essential", travellers: 1, days: 10 });

/** Progress of an earlier visit; anything that is not as it was written is left aside. */
export function restore(trip: Trip): Progress {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(key(trip)) ?? "null");
        if (typeof kept !== "object" || kept === null) {
            return fresh();
        }
        const { plan, travellers, days, policy } = kept as Partial<Progress>;
        if (typeof plan !== "string" || typeof travellers !== "number" || typeof days !== "number") {
            return fresh();
        }
        return { plan, travellers, days, ...(typeof policy === "string" ? { policy } : {}) };
    } catch {
        return fresh();
    }
}

export function keep(trip: Trip, progress: Progress): void {
    localStorage.setItem(key(trip), JSON.stringify(progress));
}

export function forget(trip: Trip): void {
    localStorage.removeItem(key(trip));
}

/** `POL-7K2M9QXD`: no letter that is read as a digit. */
export function newPolicy(): string {
    const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return `POL-${[...bytes].map((byte) => letters.charAt(byte % letters.length)).join("")}`;
}
