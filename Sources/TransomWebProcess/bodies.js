// Hands the bodies of requests for custom schemes to the host, which must not ask the engine for them.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension when a window object is cleared, before any script of the page.
// Asking the engine for a body that holds a Blob ends the host's process. So the bytes are read here, deposited with the
// host, and named by a mark in the fragment of the request's URL, which neither the page nor its origin checks see.
(function (schemes, mark, deposit) {
    "use strict";
    const apply = Reflect.apply;
    const { fetch, Request, Response, Uint8Array, URL, XMLHttpRequest, TextEncoder } = window;
    if (!fetch || !XMLHttpRequest) return;
    const isHandled = (url) => {
        try {
            return schemes.includes(new URL(url, document.baseURI).protocol.slice(0, -1));
        } catch {
            return false;
        }
    };
    let count = 0;
    const marked = (url) => {
        const whole = new URL(url, document.baseURI);
        const name = mark + (count++).toString(36) + "-" + Math.random().toString(36).slice(2);
        whole.hash = (whole.hash || "#") + name;
        return { url: whole.href, name };
    };

    // The engine cannot read a form that holds files, so it is written out here. A Blob's type is in lower case.
    const plain = (body) => {
        if (!(body instanceof FormData)) return body;
        const boundary = "----formboundary" + Math.random().toString(36).slice(2);
        const quoted = (text) => text.replace(/\r\n|\r|\n/g, "%0D%0A").replace(/"/g, "%22");
        const parts = [];
        for (const [name, value] of body) {
            parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`);
            if (typeof value === "string") {
                parts.push("\r\n\r\n", value.replace(/\r\n|\r|\n/g, "\r\n"), "\r\n");
            } else {
                const type = value.type || "application/octet-stream";
                parts.push(`; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n");
            }
        }
        parts.push(`--${boundary}--\r\n`);
        return new Blob(parts, { type: "multipart/form-data; boundary=" + boundary });
    };

    const replaced = {
        fetch(input, init) {
            const isRequest = input instanceof Request;
            const method = String((init && init.method) || (isRequest && input.method) || "GET").toUpperCase();
            if (method === "GET" || method === "HEAD" || !isHandled(isRequest ? input.url : input)) {
                return apply(fetch, this, arguments);
            }
            let request;
            try {
                const options = init && init.body instanceof FormData ? { ...init, body: plain(init.body) } : init;
                request = new Request(input, options);
            } catch (error) {
                return Promise.reject(error);
            }
            // A body that cannot be read is not handed over, and the request is made all the same.
            return request.clone().arrayBuffer().catch(() => new ArrayBuffer(0)).then((bytes) => {
                if (bytes.byteLength === 0) return apply(fetch, window, [request]);
                const { url, name } = marked(request.url);
                deposit(name, new Uint8Array(bytes));
                const { method, headers, mode, credentials, cache, redirect, referrerPolicy, integrity, signal } = request;
                const options = { method, headers, credentials, cache, redirect, referrerPolicy, integrity, signal };
                options.mode = mode === "navigate" ? "same-origin" : mode;
                return apply(fetch, window, [url, options]);
            });
        },
    }.fetch;
    Object.defineProperty(window, "fetch", { value: replaced, writable: true, configurable: true, enumerable: true });

    const { open, send, setRequestHeader } = XMLHttpRequest.prototype;
    const waiting = new WeakMap();
    const methods = {
        open(method, url, ...rest) {
            const name = String(method).toUpperCase();
            if (name === "GET" || name === "HEAD" || !isHandled(url)) {
                waiting.delete(this);
                return apply(open, this, arguments);
            }
            const target = marked(url);
            waiting.set(this, { name: target.name, isAsync: rest.length === 0 || Boolean(rest[0]), hasType: false });
            return apply(open, this, [method, target.url, ...rest]);
        },
        setRequestHeader(header) {
            const request = waiting.get(this);
            if (request && String(header).toLowerCase() === "content-type") request.hasType = true;
            return apply(setRequestHeader, this, arguments);
        },
        send(body) {
            const request = waiting.get(this);
            waiting.delete(this);
            if (!request || body === undefined || body === null) return apply(send, this, arguments);
            const give = (bytes, type) => {
                deposit(request.name, bytes);
                if (type && !request.hasType) apply(setRequestHeader, this, ["Content-Type", type]);
                return apply(send, this, []);
            };
            if (body instanceof ArrayBuffer) return give(new Uint8Array(body), "");
            if (ArrayBuffer.isView(body)) return give(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), "");
            if (body instanceof URLSearchParams) {
                return give(new TextEncoder().encode(String(body)), "application/x-www-form-urlencoded;charset=UTF-8");
            }
            if (body instanceof Document) {
                const type = body instanceof HTMLDocument ? "text/html;charset=UTF-8" : "application/xml;charset=UTF-8";
                return give(new TextEncoder().encode(new XMLSerializer().serializeToString(body)), type);
            }
            if (!(body instanceof Blob) && !(body instanceof FormData)) {
                return give(new TextEncoder().encode(String(body)), "text/plain;charset=UTF-8");
            }
            // Neither can be read while the page waits.
            if (!request.isAsync) return apply(send, this, arguments);
            const response = new Response(plain(body));
            response.arrayBuffer().then((bytes) => {
                // The page may have given the request up, or begun another one with the same object.
                if (this.readyState === 1 && !waiting.has(this)) {
                    give(new Uint8Array(bytes), response.headers.get("Content-Type") || "");
                }
            });
        },
    };
    for (const [name, value] of Object.entries(methods)) {
        Object.defineProperty(XMLHttpRequest.prototype, name, {
            value, writable: true, configurable: true, enumerable: true,
        });
    }

    const beacon = Navigator.prototype.sendBeacon;
    if (!beacon) return;
    Object.defineProperty(Navigator.prototype, "sendBeacon", {
        value: {
            sendBeacon(url, data) {
                if (!isHandled(url)) return apply(beacon, this, arguments);
                const body = data === undefined ? null : data;
                replaced(url, { method: "POST", body, keepalive: true, mode: "no-cors" }).catch(() => {});
                return true;
            },
        }.sendBeacon,
        writable: true, configurable: true, enumerable: true,
    });
})
