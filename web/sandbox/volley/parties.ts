// What the payment page, the bank's page and the sandbox's server have in common.
// SPDX-License-Identifier: Apache-2.0

export interface Bank {
    readonly id: string;
    readonly name: string;
    readonly colour: string;
    /** Whether the customer approves on a phone, and no page of the bank is opened. */
    readonly decoupled: boolean;
}

/** Banks that do not exist. */
export const banks: readonly Bank[] = [
    { id: "kauri", name: "Kauri Bank", colour: "#1c5a3a", decoupled: false },
    { id: "tui", name: "Tūī Savings", colour: "#20408f", decoupled: false },
    { id: "aoraki", name: "Aoraki Bank", colour: "#8a3b12", decoupled: true },
];

export type Status = "active" | "paid" | "declined" | "expired";

/** What the status endpoint answers. */
export interface Answer {
    readonly status: Status;
    readonly bank?: string;
    readonly paymentId?: string;
    /** Whole seconds until the request expires. */
    readonly expiresIn: number;
}

const statuses: readonly string[] = ["active", "paid", "declined", "expired"];

/** The answer of a server, `undefined` where it is none. */
export function readAnswer(value: unknown): Answer | undefined {
    if (typeof value !== "object" || value === null) {
        return undefined;
    }
    const { status, bank, paymentId, expiresIn } = value as Readonly<Record<string, unknown>>;
    if (typeof status !== "string" || !statuses.includes(status) || typeof expiresIn !== "number") {
        return undefined;
    }
    return {
        status: status as Status,
        expiresIn,
        ...(typeof bank === "string" ? { bank } : {}),
        ...(typeof paymentId === "string" ? { paymentId } : {}),
    };
}

export const amount = "NZ$ 129.90";
export const merchant = "Harbour Bikes";
