// The gift-card store of the sandbox: opens the session, says that it is ready, and shows the route that was asked for.
// SPDX-License-Identifier: Apache-2.0

import { h } from "../../common/dom";
import { requestedPlay } from "../../common/play";
import { icon } from "./art";
import { Channel } from "./channel";
import { Route, Router } from "./router";
import { brand } from "./screens/brand";
import { checkout } from "./screens/checkout";
import { coins } from "./screens/coins";
import { help, terms } from "./screens/help";
import { home } from "./screens/home";
import { missing } from "./screens/missing";
import { failed, status, success } from "./screens/outcome";
import { search } from "./screens/search";
import { transaction, transactions } from "./screens/transactions";
import { openSession } from "./session";

const routes: readonly (readonly [RegExp, Route])[] = [
    [/^\/$/, home],
    [/^\/buy\/([^/]+)$/, brand],
    [/^\/search$/, search],
    [/^\/transactions$/, transactions],
    [/^\/transactions\/([^/]+)$/, transaction],
    [/^\/coin-transactions$/, coins],
    [/^\/help$/, help],
    [/^\/terms$/, terms],
    [/^\/checkout$/, checkout],
    [/^\/payment\/status$/, status],
    [/^\/payment\/success$/, success],
    [/^\/payment\/failed$/, failed],
];

function refuse(app: HTMLElement, reason: string): void {
    document.body.dataset["page"] = "refused";
    app.replaceChildren(
        h(
            "main",
            { class: "middle" },
            h("span", { class: "badge bad" }, icon("cross")),
            h("h1", {}, "The store could not be opened"),
            h("p", { role: "alert" }, `${reason}.`),
        ),
    );
}

function start(app: HTMLElement): void {
    const play = requestedPlay()?.name;
    if (play === "stuck") {
        // A store that never boots, to see what a host does about it.
        document.body.dataset["page"] = "stuck";
        return;
    }
    const opening = openSession();
    if ("refused" in opening || play === "bad-client") {
        const reason = "refused" in opening ? opening.refused : "clientId is not known to this store";
        refuse(app, reason);
        new Channel("refused" in opening ? opening.platform : opening.session.platform).error(reason);
        return;
    }
    document.documentElement.dataset["theme"] = opening.session.theme;
    const channel = new Channel(opening.session.platform);
    const nowhere: Route = (store) => missing(store, "This store has no such page.");
    new Router(channel, routes, nowhere, app).show(() => channel.action("app_ready"));
}

const app = document.getElementById("app");
if (app !== null) {
    start(app);
}
