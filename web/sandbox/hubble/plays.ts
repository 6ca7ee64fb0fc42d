// The plays of the gift-card store: what a person would do on each page, visit by visit.
// SPDX-License-Identifier: Apache-2.0

import { Play } from "../common/run-plays";

const toCheckout = {
    home: [[{ click: "brand-saffron-table" }]],
    brand: [[{ click: "amount-500" }, { click: "continue" }]],
    checkout: [[{ click: "method-upi" }, { click: "pay" }]],
} as const;

export const plays: Readonly<Record<string, Play>> = {
    purchase: {
        ...toCheckout,
        gateway: [[{ fill: "upi-id", text: "sandbox@upi" }, { click: "upi-pay" }]],
        "payment-success": [[{ see: "voucher-code" }, { click: "close", closing: true }]],
    },
    // The customer approves in a payment app, which is outside, and comes back.
    upi: {
        ...toCheckout,
        gateway: [[{ click: "upi-google-pay" }, { click: "upi-paid" }]],
        "payment-success": [[{ see: "voucher-code" }, { click: "close", closing: true }]],
    },
    // The bank asks back on a page of its own.
    bank: {
        ...toCheckout,
        checkout: [[{ click: "method-card" }, { click: "pay" }]],
        gateway: [[{ click: "bank-step" }]],
        bank: [[{ fill: "otp", text: "123456" }, { click: "bank-approve" }]],
        "payment-success": [[{ see: "voucher-code" }, { click: "close", closing: true }]],
    },
    logout: {
        home: [[{ click: "help" }]],
        help: [[{ click: "logout", closing: true }]],
    },
    fail: {
        ...toCheckout,
        home: [...toCheckout.home, [{ click: "close", closing: true }]],
        gateway: [[{ click: "pay-fail" }]],
        "payment-failed": [[{ see: "failure-reason" }, { click: "back-home" }]],
    },
    // These two are told apart by the store itself: it refuses the partner, or never says that it is ready.
    "bad-client": {},
    stuck: {},
};
