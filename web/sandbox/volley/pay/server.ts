// Asks the payment page's own server.
// SPDX-License-Identifier: Apache-2.0

import { Answer, readAnswer } from "../parties";

/** `/pay/{id}`, without what may follow. */
const base = (): string => location.pathname.split("/").slice(0, 3).join("/");

/** What came of the request until now; `undefined` where the server did not answer. */
export async function status(): Promise<Answer | undefined> {
    try {
        const response = await fetch(`${base()}/status`, { cache: "no-store" });
        return response.ok ? readAnswer(await response.json()) : undefined;
    } catch {
        return undefined;
    }
}

async function post(path: string, body: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
    try {
        const response = await fetch(`${base()}/${path}`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
        });
        return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : {};
    } catch {
        return {};
    }
}

/** Asks a bank for consent; the URL of its page, or `null` where the customer approves on a phone. */
export async function consent(bank: string): Promise<string | null | undefined> {
    const { url } = await post("consent", { bank });
    return typeof url === "string" || url === null ? url : undefined;
}

/** What the customer does on the sandbox's phone. */
export async function phone(result: "approved" | "declined"): Promise<void> {
    await post("phone", { result });
}
