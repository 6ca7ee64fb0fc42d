// What the payment page and the sheet in its frame say to each other. The vendor publishes nothing about this.
// SPDX-License-Identifier: Apache-2.0

import { PaymentData, PaymentRequestData, RequestUpdate, StatusError } from "./payments";

/** From the sheet. */
export type FromSheet =
    | { readonly sheet: "ready" }
    | { readonly sheet: "option"; readonly id: string }
    | { readonly sheet: "authorize"; readonly data: PaymentData }
    | { readonly sheet: "cancel" }
    | { readonly sheet: "leave" };

/** To the sheet. */
export type ToSheet =
    | { readonly page: "show"; readonly request: PaymentRequestData; readonly email: string }
    | { readonly page: "update"; readonly update: RequestUpdate }
    | { readonly page: "declined"; readonly error: StatusError };

/** Whether a message is from the sheet; only its sender's origin says whether it is to be believed. */
export const isFromSheet = (data: unknown): data is FromSheet =>
    typeof data === "object" && data !== null && typeof (data as Record<string, unknown>)["sheet"] === "string";

/** Whether a message is from the payment page. */
export const isToSheet = (data: unknown): data is ToSheet =>
    typeof data === "object" && data !== null && typeof (data as Record<string, unknown>)["page"] === "string";
