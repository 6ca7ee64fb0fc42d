// Plays media of custom schemes, which the engine's media player cannot read itself.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when the page's window object is cleared. The player reads http,
// https and blob URLs alone; everything else of the engine reads custom schemes. So the file is fetched and played from a
// Blob, and the page does not see the attempt that failed.
(function (schemes) {
    "use strict";
    const apply = Reflect.apply;
    const { fetch, URL, HTMLMediaElement, HTMLSourceElement } = window;
    if (!fetch || !HTMLMediaElement) return;
    const isHandled = (url) => {
        try {
            return schemes.includes(new URL(url, document.baseURI).protocol.slice(0, -1));
        } catch {
            return false;
        }
    };
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
    const { play } = HTMLMediaElement.prototype;
    // The URL that an element plays from a Blob, or has tried to, with the promise of it.
    const taken = new WeakMap();
    const take = (media, url) => {
        const before = taken.get(media);
        if (before && before.url === url) return before.work;
        const work = fetch(url)
            .then((response) => (response.ok ? response.blob() : Promise.reject(new TypeError("Not found"))))
            .then((blob) => URL.createObjectURL(blob), () => "data:,")
            .then((own) => {
                // The page may have gone on to something else.
                if (taken.get(media)?.url === url) apply(set, media, [own]);
            });
        taken.set(media, { url, work });
        return work;
    };
    const wanted = (media) => {
        const own = apply(get, media, []);
        if (own) return own;
        const source = media.querySelector("source");
        return source ? source.src : "";
    };

    Object.defineProperty(HTMLMediaElement.prototype, "src", {
        get() {
            return taken.get(this)?.url || apply(get, this, []);
        },
        set(value) {
            const url = isHandled(value) ? new URL(value, document.baseURI).href : "";
            taken.delete(this);
            if (url) take(this, url);
            else apply(set, this, [value]);
        },
        enumerable: true,
        configurable: true,
    });
    Object.defineProperty(HTMLMediaElement.prototype, "play", {
        value: {
            play() {
                const url = wanted(this);
                const work = isHandled(url) ? take(this, url) : taken.get(this)?.work;
                return work ? work.then(() => apply(play, this, [])) : apply(play, this, []);
            },
        }.play,
        writable: true, configurable: true, enumerable: true,
    });
    window.addEventListener("error", (event) => {
        const target = event.target;
        const media = target instanceof HTMLSourceElement ? target.parentElement : target;
        if (!event.isTrusted || !(media instanceof HTMLMediaElement)) return;
        const url = wanted(media);
        if (!isHandled(url) || taken.get(media)?.url === url) return;
        event.stopImmediatePropagation();
        take(media, url);
    }, true);
    const Native = window.Audio;
    window.Audio = new Proxy(Native, {
        construct(target, parameters) {
            const audio = Reflect.construct(target, []);
            audio.preload = "auto";
            if (parameters.length > 0) audio.src = parameters[0];
            return audio;
        },
    });
})
