// The plays of a Google Pay payment: what a person would do on each page, in the shop and in every window.
// SPDX-License-Identifier: Apache-2.0

import { Play } from "../common/run-plays";

const toSheet = {
    shop: [[{ click: "gpay-button" }]],
    signin: [[{ fill: "email", text: "kiri@example.com" }, { click: "signin-next" }]],
} as const;

export const plays: Readonly<Record<string, Play>> = {
    pay: {
        ...toSheet,
        sheet: [[{ click: "delivery-pickup" }, { click: "pay" }]],
        paid: [[{ see: "order-number" }]],
    },
    cancel: { ...toSheet, sheet: [[{ click: "cancel" }]] },
    close: { ...toSheet, sheet: [[{ click: "leave" }]] },
    "3ds": {
        ...toSheet,
        sheet: [[{ click: "card-mastercard" }, { click: "pay" }]],
        bank: [[{ fill: "otp", text: "123456" }, { click: "bank-approve" }]],
        paid: [[{ see: "order-number" }]],
    },
    "merchant-error": { ...toSheet, "pay-error": [[{ click: "error-close" }]] },
};
