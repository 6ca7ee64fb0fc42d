// The wallet's frames against published and recorded bytes.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode, number, text } from "./fields";
import { Assembler, toMessage, toPackets } from "./frames";
import { fromHex, toHex } from "./hex";

const bytes = (count) => Uint8Array.from({ length: count }, (_, index) => index);
const frame = (type, payload) =>
    fromHex(`3f2323${type.toString(16).padStart(4, "0")}${payload.length.toString(16).padStart(8, "0")}${toHex(payload)}`);

test("a message becomes packets of 64 bytes", () => {
    const [initialize, ...none] = toPackets({ type: 0, payload: new Uint8Array() }).map(toHex);
    assert.equal(initialize, `3f2323${"00".repeat(61)}`);
    assert.deepEqual(none, []);
    const [first, second] = toPackets({ type: 0x4d, payload: bytes(100) }).map(toHex);
    assert.equal(first, `3f2323004d00000064${toHex(bytes(55))}`);
    assert.equal(second, `3f${toHex(bytes(100).subarray(55))}${"00".repeat(18)}`);
    // A payload that ends with a packet makes no empty one.
    assert.equal(toPackets({ type: 1, payload: bytes(55) }).length, 1);
    assert.equal(toPackets({ type: 1, payload: bytes(56) }).length, 2);
});

test("notifications of any size are put together", () => {
    const whole = frame(17, bytes(215));
    for (const size of [9, 20, 64, 244, 512]) {
        const assembler = new Assembler();
        const given = [];
        for (let start = 0; start < whole.length; start += size) {
            given.push(assembler.feed(whole.subarray(start, start + size)));
        }
        assert.equal(toHex(given.pop()), toHex(whole.subarray(3)));
        assert.ok(given.every((each) => each === undefined));
    }
    assert.deepEqual(toMessage(whole.subarray(3)), { type: 17, payload: bytes(215) });
});

test("a continuation that looks like a beginning continues", () => {
    const payload = fromHex(`${"aa".repeat(11)}3f232300110000000c${"bb".repeat(20)}`);
    const whole = frame(2, payload);
    const assembler = new Assembler();
    assert.equal(assembler.feed(whole.subarray(0, 20)), undefined);
    assert.equal(toHex(assembler.feed(whole.subarray(20))), toHex(whole.subarray(3)));
});

test("what is no message is an error, and the next message works", () => {
    const assembler = new Assembler();
    assert.throws(() => assembler.feed(fromHex("0102")), /begins no message/);
    assert.throws(() => assembler.feed(fromHex("3f23230011ffffffff00")), /announced/);
    assert.throws(() => assembler.feed(fromHex("3f232300020000000100ff")), /follow the end/);
    assert.equal(assembler.isInside, false);
    assert.equal(toHex(assembler.feed(frame(2, fromHex("00")))), "000200000001" + "00");
});

test("hex is strict", () => {
    for (const bad of ["a", "abc", "zz", "+f-0", "0x", " 0a", "０ａ", "é0"]) {
        assert.throws(() => fromHex(bad), /not hex/, bad);
    }
    assert.deepEqual(fromHex("0AfF"), Uint8Array.of(10, 255));
});

test("fields are written and read, and a message that ends too soon is an error", () => {
    const path = [44 + 0x80000000, 0];
    assert.equal(toHex(encode({ 1: path, 2: "Bitcoin", 3: true, 4: undefined })), "08ac80808008" + "0800" + "1207426974636f696e" + "1801");
    const fields = decode(encode({ 1: path, 2: "é", 300: 70000 }));
    assert.deepEqual(fields.get(1), path);
    assert.equal(text(fields, 2), "é");
    assert.equal(number(fields, 300), 70000);
    assert.equal(number(fields, 2), undefined);
    for (const bad of ["08", "12", "1205aa", "0fff", "09000000"]) {
        assert.throws(() => decode(fromHex(bad)), bad);
    }
});
