// What a script of the app came to, as text that the host reads.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension where a script ran. The first letter of the text: `v` a value in
// tagged JSON, or nothing for undefined; `u` a value that cannot be passed on; `l` one that is too large; `e` an exception.
// The rules are those of the engine's own results.
(function (value, budget, done) {
    "use strict";
    const unsupported = {};
    const tooLarge = {};
    const maximumDepth = 500;
    // Objects of a document that have a value of their own, or none.
    const nothing = /^(DOMRect|DOMRectReadOnly|DOMException|DOMMatrix|DOMMatrixReadOnly|DOMPoint|DOMPointReadOnly|DOMQuad)$/;
    const none = /^(Blob|File|FileList|ImageData|ImageBitmap)$/;
    const empty = /^(Map|Set|WeakMap|WeakSet|RegExp|Error|ArrayBuffer|SharedArrayBuffer|DataView|Boolean|Number)$/;
    const plain = /^(Object|Array|String|(Int|Uint|Float|BigInt|BigUint)[0-9]+(Clamped)?Array)$/;
    const ancestors = [];
    let left = budget;

    const isDate = (object) => {
        try {
            Date.prototype.getTime.call(object);
            return true;
        } catch {
            return false;
        }
    };
    const spend = (cost) => {
        left -= cost;
        if (left < 0) throw tooLarge;
    };
    const number = (value) => {
        if (value - value !== 0) return `{"$":"number","v":"${value}"}`;
        return value === 0 && 1 / value < 0 ? '{"$":"number","v":"-0"}' : String(value);
    };
    // The text of a value, or nothing where it is not to be there.
    const text = (value) => {
        spend(typeof value === "string" ? 64 + value.length : 64);
        switch (typeof value) {
            case "undefined":
            case "bigint":
                return undefined;
            case "boolean":
                return String(value);
            case "number":
                return number(value);
            case "string":
                return JSON.stringify(value);
            case "object":
                return value === null ? "null" : object(value);
            default:
                throw unsupported;
        }
    };
    const object = (value) => {
        if (isDate(value)) return `{"$":"date","v":"${Date.prototype.getTime.call(value)}"}`;
        const tag = Object.prototype.toString.call(value).slice(8, -1);
        if (nothing.test(tag)) return undefined;
        if (none.test(tag)) return "null";
        if (empty.test(tag)) return "{}";
        // A class may give itself any tag; one that the document's own objects have is theirs.
        const hasOwnTag = !plain.test(tag) && typeof globalThis[tag] === "function" && value instanceof globalThis[tag];
        if (hasOwnTag || tag === "Window" || tag === "global" || tag === "Promise" || tag === "Arguments") throw unsupported;
        // What contains itself is cut where it repeats.
        if (ancestors.includes(value)) return "null";
        if (ancestors.length >= maximumDepth) throw tooLarge;
        ancestors.push(value);
        const parts = [];
        let result;
        if (Array.isArray(value)) {
            for (let index = 0; index < value.length; index++) parts.push(text(value[index]) ?? "null");
            result = `[${parts.join(",")}]`;
        } else {
            const isTagged = Object.hasOwn(value, "$");
            for (const name of Object.keys(value)) {
                spend(name.length);
                const member = text(value[name]);
                if (member === undefined) continue;
                parts.push(isTagged ? `[${JSON.stringify(name)},${member}]` : `${JSON.stringify(name)}:${member}`);
            }
            result = isTagged ? `{"$":"object","v":[${parts.join(",")}]}` : `{${parts.join(",")}}`;
        }
        ancestors.pop();
        return result;
    };
    const outcome = (value) => {
        try {
            return "v" + (text(value) ?? "");
        } catch (error) {
            return error === tooLarge ? "l" : "u";
        }
    };
    if (!done) return outcome(value);
    (async () => {
        let result;
        try {
            result = outcome(await value);
        } catch (error) {
            try {
                result = "e" + String(error);
            } catch {
                result = "e";
            }
        }
        done(result);
    })();
    return undefined;
})
