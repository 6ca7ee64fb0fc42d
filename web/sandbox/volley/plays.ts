// The plays of the payment page: what a person would do on each page, visit by visit.
// SPDX-License-Identifier: Apache-2.0

import { Play } from "../common/run-plays";

const toBank = [{ click: "bank-kauri" }, { click: "continue" }] as const;
const toPhone = [{ click: "bank-aoraki" }, { click: "continue" }] as const;

export const plays: Readonly<Record<string, Play>> = {
    // The phone of the sandbox stands for a customer who is at the bank, wherever that was opened; its page is seen before.
    approve: { choose: [toBank], waiting: [[{ see: "left" }, { click: "phone-approve" }]], paid: [[{ see: "receipt" }]] },
    decline: { choose: [toBank], waiting: [[{ see: "left" }, { click: "phone-decline" }]], declined: [[{ see: "declined" }]] },
    decoupled: { choose: [toPhone], waiting: [[{ click: "phone-approve" }]], paid: [[{ see: "receipt" }]] },
    expire: { choose: [toBank], expired: [[{ see: "expired" }]] },
    close: { choose: [[{ click: "leave" }]] },
};
