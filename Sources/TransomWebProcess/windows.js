// Says which frame opens a window or a dialog, and with which words: the engine's signals for both name no frame.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when the page's window object is cleared, before any script of the
// page. What is said travels on the connection of the call itself, so it is there first. A proxy is a native function to
// whoever looks at it, and nothing here outlives the window.
(function (tell, isMain) {
    "use strict";
    const { apply } = Reflect;
    // What a call gives that is not made: the same as when nobody answers.
    const refusals = { __proto__: null, open: null, alert: undefined, confirm: false, prompt: null };
    for (const name in refusals) {
        const original = window[name];
        if (typeof original !== "function") continue;
        const around = (target, receiver, given) => {
            const features = name === "open" && given.length > 2 && typeof given[2] === "string" ? given[2] : "";
            // A call that the host is not told of counts as the main frame's.
            const isTold = tell(name, features);
            if (!isTold && !isMain) return refusals[name];
            try {
                return apply(target, receiver, given);
            } finally {
                if (isTold) tell("", "");
            }
        };
        Object.defineProperty(window, name, {
            value: new Proxy(original, { __proto__: null, apply: around }),
            writable: true,
            enumerable: true,
            configurable: true,
        });
    }
})
