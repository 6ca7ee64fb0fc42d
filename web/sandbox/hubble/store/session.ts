// Who opened the store, read from the address once and kept for the view's session.
// SPDX-License-Identifier: Apache-2.0

import { Platform } from "./channel";

export interface Session {
    readonly clientId: string;
    readonly platform: Platform;
    readonly theme: "light" | "dark";
}

export type Opening =
    | { readonly session: Session }
    | { readonly refused: string; readonly platform: Platform };

const key = "store/session";

/** Parameters that open a session; the rest of the query belongs to the route. */
const openingParameters = [
    "clientId",
    "appSecret",
    "clientSecret",
    "token",
    "wrap-plt",
    "appVersion",
    "deviceId",
    "theme",
    "coins",
    "coinsEnabled",
];

const platformOf = (value: string | null): Platform => (value === "ios" ? "ios" : "web");

function kept(): Session | undefined {
    try {
        const value = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<Session> | null;
        if (typeof value?.clientId === "string") {
            return {
                clientId: value.clientId,
                platform: value.platform === "ios" ? "ios" : "web",
                theme: value.theme === "dark" ? "dark" : "light",
            };
        }
    } catch {
        // What cannot be read is no session.
    }
    return undefined;
}

/**
 * Opens the session that the address asks for, or goes on with the one that is kept (a return from the payment gateway,
 * a reload). Credentials leave the address at once, so that neither history nor a referrer holds them.
 */
export function openSession(): Opening {
    const query = new URLSearchParams(location.search);
    const clientId = query.get("clientId");
    const before = kept();
    if (clientId === null && before !== undefined) {
        return { session: before };
    }
    const platform = platformOf(query.get("wrap-plt"));
    const theme = query.get("theme") === "dark" ? "dark" : "light";
    for (const name of openingParameters) {
        query.delete(name);
    }
    const rest = query.toString();
    history.replaceState(history.state, "", location.pathname + (rest === "" ? "" : `?${rest}`));
    if (clientId === null || clientId === "") {
        return { refused: "clientId is missing", platform };
    }
    if (clientId === "bad-client") {
        return { refused: "clientId is not known to this store", platform };
    }
    const session: Session = { clientId, platform, theme };
    sessionStorage.setItem(key, JSON.stringify(session));
    return { session };
}
