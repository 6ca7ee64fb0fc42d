// Says which frame asks for a camera, a microphone or a file: the engine's signals name no frame. Answers for a position where
// the engine would not ask.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when the page's window object is cleared, before any script of the
// page. Everything that is needed later is captured here. A proxy is a native function to whoever looks at it.
(function (tell, whetherDenied) {
    "use strict";
    const { apply } = Reflect;
    const { then } = Promise.prototype;
    const wrap = (type, name, around) => {
        const prototype = typeof type === "function" ? type.prototype : undefined;
        const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, name);
        if (!descriptor || typeof descriptor.value !== "function" || !descriptor.configurable) return;
        descriptor.value = new Proxy(descriptor.value, { __proto__: null, apply: around });
        Object.defineProperty(prototype, name, descriptor);
    };
    // A device is asked for later than the call; the frame is among those that ask until its promise is settled.
    for (const name of ["getUserMedia", "getDisplayMedia"]) {
        wrap(window.MediaDevices, name, (original, receiver, given) => {
            const promise = apply(original, receiver, given);
            const end = () => tell("media-over");
            tell("media");
            apply(then, promise, [end, end]);
            return promise;
        });
    }
    // The engine asks nobody for a position while the page is hidden, as it is in a view without a window, and the page would
    // wait without an end. Whoever answers first is heard.
    const hidden = Object.getOwnPropertyDescriptor(Document.prototype, "hidden");
    const { document: page, isSecureContext } = window;
    const clear = window.Geolocation && window.Geolocation.prototype.clearWatch;
    const error = window.GeolocationPositionError && window.GeolocationPositionError.prototype;
    for (const name of hidden && hidden.get && error ? ["getCurrentPosition", "watchPosition"] : []) {
        wrap(window.Geolocation, name, (original, receiver, given) => {
            const [success, failure] = given;
            if (!isSecureContext || !apply(hidden.get, page, []) || typeof success !== "function")
                return apply(original, receiver, given);
            let isDenied = false;
            const unlessDenied = (answer) =>
                typeof answer === "function" ? (value) => isDenied || apply(answer, undefined, [value]) : answer;
            let isAnswered = false;
            given[0] = unlessDenied((position) => {
                isAnswered = true;
                apply(success, undefined, [position]);
            });
            given[1] = unlessDenied((reason) => {
                isAnswered = true;
                if (typeof failure === "function") apply(failure, undefined, [reason]);
            });
            const number = apply(original, receiver, given);
            whetherDenied((denied) => {
                if (!denied || isAnswered) return;
                isDenied = true;
                if (number !== undefined) apply(clear, receiver, [number]);
                if (typeof failure !== "function") return;
                const reason = Object.create(error, {
                    code: { value: 1, enumerable: true },
                    message: { value: "User denied Geolocation", enumerable: true },
                });
                apply(failure, undefined, [reason]);
            });
            return number;
        });
    }
    // A file is asked for within the call. An element outside the document brings no event to its window.
    const around = (original, receiver, given) => {
        tell("file");
        try {
            return apply(original, receiver, given);
        } finally {
            tell("file-over");
        }
    };
    const input = window.HTMLInputElement;
    const type = input && Object.getOwnPropertyDescriptor(input.prototype, "type");
    const isFile = (element) => {
        try {
            return apply(type.get, element, []) === "file";
        } catch {
            return false;
        }
    };
    if (!type || !type.get) return;
    wrap(window.HTMLElement, "click", (original, receiver, given) =>
        isFile(receiver) ? around(original, receiver, given) : apply(original, receiver, given));
    wrap(input, "showPicker", around);
})
