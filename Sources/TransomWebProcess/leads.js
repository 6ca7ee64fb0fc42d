// Says that a frame may be about to lead another one: by a link or a form of its own that no event of its window shows.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension in the page's world of every frame but the main one, before any script
// of the page. Everything that is needed later is captured here.
(function (leads) {
    "use strict";
    const { apply } = Reflect;
    const connected = Object.getOwnPropertyDescriptor(Node.prototype, "isConnected").get;
    const wrap = (prototype, name, when) => {
        const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
        if (!descriptor || typeof descriptor.value !== "function" || !descriptor.configurable) return;
        descriptor.value = new Proxy(descriptor.value, {
            __proto__: null,
            apply(original, receiver, given) {
                let says = true;
                try {
                    says = when(receiver);
                } catch {}
                if (says) leads();
                return apply(original, receiver, given);
            },
        });
        Object.defineProperty(prototype, name, descriptor);
    };
    // A window hears nothing of a click on an element that is in no document; what is no node has no link's behaviour.
    const isLoose = (receiver) => {
        try {
            return !apply(connected, receiver, []);
        } catch {
            return false;
        }
    };
    wrap(HTMLElement.prototype, "click", isLoose);
    wrap(EventTarget.prototype, "dispatchEvent", isLoose);
    wrap(HTMLFormElement.prototype, "submit", () => true);
    wrap(HTMLFormElement.prototype, "requestSubmit", () => true);
})
