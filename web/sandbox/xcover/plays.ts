// The plays of the insurance journey: what a person would do on each page, visit by visit.
// SPDX-License-Identifier: Apache-2.0

import { Play } from "../common/run-plays";

const bought = {
    quote: [[{ click: "plan-plus" }, { click: "continue" }]],
    details: [[{ click: "traveller-more" }, { click: "continue" }]],
    review: [[{ click: "agree" }, { click: "pay" }]],
} as const;

export const plays: Readonly<Record<string, Play>> = {
    complete: { ...bought, done: [[{ see: "policy-id" }]] },
    // A journey that is loaded again says once more that it is done.
    twice: { ...bought, done: [[{ see: "policy-id" }, { click: "reload" }], [{ see: "policy-id" }]] },
    decline: { quote: [[{ click: "no-thanks" }]], declined: [[{ see: "declined" }]] },
    hide: { quote: [[{ click: "plan-plus" }, { click: "put-away" }]] },
    // Told apart by the journey itself, which never says that it is ready.
    silent: {},
};
