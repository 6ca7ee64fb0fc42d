// The play that the sandbox server asked for. Without its tag nothing on a sandbox page moves by itself.
// SPDX-License-Identifier: Apache-2.0

export interface PlayRequest {
    readonly name: string;
    /** Milliseconds between two steps, so that a person can follow them. */
    readonly pace: number;
    /** Leaves the last page open for a person instead of ending the play with its closing steps. */
    readonly stay: boolean;
}

/** What the host passes to the player of a packaged page, which no server writes a tag into. */
declare const TRANSOM_PLAY: PlayRequest | undefined;

/** Reads the server's own script tag, or what the host passed; a page's address cannot ask for a play. */
export function requestedPlay(): PlayRequest | undefined {
    if (typeof TRANSOM_PLAY !== "undefined") {
        return TRANSOM_PLAY;
    }
    const tag = document.querySelector<HTMLScriptElement>("script[data-play]");
    const name = tag?.dataset["play"];
    if (tag === null || name === undefined || name === "") {
        return undefined;
    }
    const pace = Number(tag.dataset["pace"] ?? "250");
    return {
        name,
        pace: Number.isFinite(pace) && pace >= 0 && pace <= 5000 ? pace : 250,
        stay: tag.dataset["stay"] === "true",
    };
}
