// Shows the screen that the address names, and moves between screens without leaving the document.
// SPDX-License-Identifier: Apache-2.0

import { Channel, Properties } from "./channel";

/** What a screen is made of. */
export interface Screen {
    /** The body's data-page. */
    readonly page: string;
    readonly title: string;
    readonly view: readonly Node[];
    /** The vendor's navigation event; screens that the vendor has no name for have none. */
    readonly event?: { readonly name: string; readonly properties: Properties };
    /** Runs once the screen is shown and its event is out. */
    readonly after?: () => void;
}

/** What a screen may do. */
export interface Store {
    readonly channel: Channel;
    /** `/sdk/gc` or nothing: what stands before every route. */
    readonly base: string;
    href(path: string, query?: Readonly<Record<string, string>>): string;
    go(path: string, query?: Readonly<Record<string, string>>): void;
    /** The same, without a new entry in the history. */
    replace(path: string, query?: Readonly<Record<string, string>>): void;
    /** One screen back; the home screen where the store was opened here. */
    back(): void;
    /** Tells the host that the user leaves the store, and by which control. */
    leave(through: string): void;
}

export type Route = (store: Store, parts: readonly string[], query: URLSearchParams) => Screen;

export class Router implements Store {
    readonly base: string;
    /** How many screens of the store lie behind this one; kept in the history, so it survives the gateway. */
    private depth: number;

    constructor(
        readonly channel: Channel,
        private readonly routes: readonly (readonly [RegExp, Route])[],
        private readonly fallback: Route,
        private readonly app: HTMLElement,
    ) {
        this.base = location.pathname === "/sdk/gc" || location.pathname.startsWith("/sdk/gc/") ? "/sdk/gc" : "";
        this.depth = depthOf(history.state);
        window.addEventListener("popstate", (event) => {
            this.depth = depthOf(event.state);
            this.show();
        });
    }

    href(path: string, query: Readonly<Record<string, string>> = {}): string {
        const text = new URLSearchParams(query).toString();
        return this.base + path + (text === "" ? "" : `?${text}`);
    }

    go(path: string, query?: Readonly<Record<string, string>>): void {
        this.depth += 1;
        history.pushState({ depth: this.depth }, "", this.href(path, query));
        this.show();
    }

    replace(path: string, query?: Readonly<Record<string, string>>): void {
        history.replaceState({ depth: this.depth }, "", this.href(path, query));
        this.show();
    }

    back(): void {
        if (this.depth > 0) {
            history.back();
        } else {
            this.replace("/");
        }
    }

    leave(through: string): void {
        this.channel.analytics("exited", { through });
        this.channel.action("close");
    }

    /** Shows the current address. `before` runs when the screen is there and before it is announced. */
    show(before?: () => void): void {
        const path = location.pathname.slice(this.base.length).replace(/\/+$/, "") || "/";
        const query = new URLSearchParams(location.search);
        let screen: Screen | undefined;
        for (const [pattern, route] of this.routes) {
            const match = pattern.exec(path);
            if (match !== null) {
                screen = route(this, match.slice(1).map(decode), query);
                break;
            }
        }
        screen ??= this.fallback(this, [], query);
        document.title = `${screen.title} · Hubble sandbox`;
        this.app.replaceChildren(...screen.view);
        window.scrollTo(0, 0);
        before?.();
        if (screen.event !== undefined) {
            this.channel.analytics(screen.event.name, screen.event.properties);
        }
        document.body.dataset["page"] = screen.page;
        screen.after?.();
    }
}

/** A route's part as text; what is not valid percent-encoding stays as it stands. */
function decode(part: string | undefined): string {
    try {
        return decodeURIComponent(part ?? "");
    } catch {
        return part ?? "";
    }
}

function depthOf(state: unknown): number {
    const depth = (state as { readonly depth?: unknown } | null)?.depth;
    return typeof depth === "number" ? depth : 0;
}
