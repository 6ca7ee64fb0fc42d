// The covers that the journey offers. The figures are made up.
// SPDX-License-Identifier: Apache-2.0

export interface Plan {
    readonly id: string;
    readonly name: string;
    readonly line: string;
    /** A traveller and a day, in the country's money. */
    readonly rate: number;
    readonly benefits: readonly string[];
}

export const plans: readonly Plan[] = [
    {
        id: "essential",
        name: "Essential",
        line: "The big worries",
        rate: 2.4,
        benefits: ["Medical bills up to 1 million", "Cancelled trip up to 2,500", "Help by telephone, day and night"],
    },
    {
        id: "plus",
        name: "Plus",
        line: "What most people take",
        rate: 3.9,
        benefits: ["Medical bills without a limit", "Cancelled trip up to 10,000", "Lost bags up to 3,000", "Delays from 4 hours"],
    },
    {
        id: "complete",
        name: "Complete",
        line: "Everything, sports too",
        rate: 5.6,
        benefits: ["All of Plus", "Skiing, diving and cycling", "Rental car excess up to 5,000", "Change of mind, 75 % back"],
    },
];

export const planOf = (id: string): Plan => plans.find((plan) => plan.id === id) ?? (plans[0] as Plan);

export const price = (plan: Plan, travellers: number, days: number): number =>
    Math.round(plan.rate * travellers * days * 100) / 100;
