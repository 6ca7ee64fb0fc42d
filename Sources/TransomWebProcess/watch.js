// Says which frame is about to navigate, and what did not load: the engine does not.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension in a world of its own, before any script of the page, so its
// listeners are the first ones and nothing of the page's can silence them. A frame announces only itself.
(function (navigates, violated, chooses, leads) {
    "use strict";
    // Of one document no more is told than this: a page can make it up.
    let left = 64;
    const tell = (cause, url) => {
        if (left-- > 0) violated(cause, url);
    };
    window.addEventListener("securitypolicyviolation", (event) => {
        const isFrame = event.effectiveDirective === "frame-src" || event.effectiveDirective === "child-src";
        if (event.isTrusted && isFrame && event.disposition === "enforce") tell("csp", event.blockedURI);
    }, true);
    // What the engine never lets a page load, it refuses without a word.
    const never = /^(file|webkit|resource|inspector|view-source):/;
    // The engine tells of no navigation to a scheme that it does not load itself, so links to those are noticed here.
    const told = /^(https?|about|blob|data|file|javascript):/;
    if (window.navigation) {
        window.navigation.addEventListener("navigate", (event) => {
            navigates(event.destination.url, typeof event.downloadRequest === "string");
        });
    }
    // A frame's link or form may be for another frame, and then the other one announces what it did not begin.
    const isFrame = window.top !== window;
    const isOwn = (target) => !target || /^_self$/i.test(target);
    const base = () => Document.prototype.querySelector.call(document, "base[target]")?.target;
    const targetOf = (...given) => given.find((target) => typeof target === "string" && target !== "") ?? base();
    if (isFrame) {
        window.addEventListener("submit", (event) => {
            if (!isOwn(targetOf(event.submitter?.formTarget, event.target?.getAttribute?.("target")))) leads();
        }, true);
    }
    window.addEventListener("click", (event) => {
        const [target] = event.composedPath();
        if (target && target.localName === "input" && target.type === "file") {
            // The engine asks when the page has had its say, and within this turn.
            chooses("file");
            setTimeout(() => chooses("file-over"), 0);
        }
        for (const node of event.composedPath()) {
            const link = node.localName === "a" || node.localName === "area" ? node.href : undefined;
            if (link === undefined) continue;
            const url = typeof link === "string" ? link : link.baseVal;
            if (isFrame && !isOwn(targetOf(node.getAttribute("target")))) leads();
            if (url && never.test(url)) {
                setTimeout(() => event.defaultPrevented || tell("scheme", url), 0);
            } else if (url && !told.test(url)) {
                navigates(url, false);
            }
            return;
        }
    }, true);
})
