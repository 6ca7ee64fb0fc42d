// What the home page asks of the host, and what it gets.
// SPDX-License-Identifier: Apache-2.0

/** The one answer to an opening. */
export type Answer =
    | { readonly outcome: "completed"; readonly data: Readonly<Record<string, unknown>> }
    | { readonly outcome: "closed" | "expired" }
    | { readonly outcome: "failed"; readonly reason: string };

export interface Offer {
    readonly name: string;
    readonly summary: string;
    readonly environment: string;
}

export type Parameters = Readonly<Record<string, string | readonly string[]>>;

function post(command: object): Promise<unknown> {
    const handler = window.webkit?.messageHandlers?.["transom"];
    if (handler === undefined) {
        return Promise.reject(new Error("This page is not shown by Transom."));
    }
    return Promise.resolve(handler.postMessage(command));
}

const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Opens an integration as a sheet over this page; settles when the sheet is gone. */
export async function open(integration: string, parameters: Parameters): Promise<Answer> {
    try {
        return (await post({ command: "open", integration, parameters })) as Answer;
    } catch (problem) {
        return { outcome: "failed", reason: textOf(problem) };
    }
}

/** What can be opened here; nothing where no host answers. */
export async function offers(): Promise<readonly Offer[]> {
    try {
        return ((await post({ command: "status" })) as { readonly integrations: readonly Offer[] }).integrations;
    } catch {
        return [];
    }
}
