// The plug-in held against the interface that the vendor's SDK takes, with a host that misbehaves.
// SPDX-License-Identifier: Apache-2.0
//
// The vendor's package itself could not be had. The interface is the one of its documentation, and the transport that drives
// the plug-in here does what the published ones of both kinds do: it takes one text as a whole message, or it goes on
// receiving while the text begins with the packet's magic bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DeviceFailure, Device } from "./device";
import { toHex } from "./hex";
import { toPackets } from "./frames";
import { makePlugin } from "./plugin";

/** A host: native handlers by name, and a way to call the page's. */
function host(natives = {}) {
    const handlers = new Map();
    const calls = [];
    return {
        calls,
        bridge: {
            registerHandler: (name, handler) => handlers.set(name, handler),
            callHandler: (name, data, callback = () => undefined) => {
                calls.push([name, data]);
                const native = natives[name] ?? (() => ({ success: false, code: "unknown_handler", error: "no such handler" }));
                Promise.resolve(native(data)).then(callback);
            },
        },
        tell: (name, data) => handlers.get(name)(data, () => undefined),
        has: (name) => handlers.has(name),
    };
}

const answer = (type, payload = "") =>
    `3f2323${type.toString(16).padStart(4, "0")}${(payload.length / 2).toString(16).padStart(8, "0")}${payload}`;
const ok = () => ({ success: true });
const connected = (natives = {}) => {
    const machine = host({ enumerate: () => [], connect: ok, disconnect: ok, send: ok, ...natives });
    const plugin = makePlugin(machine.bridge, (lost) => (machine.lost = lost));
    plugin.init();
    return { machine, plugin };
};

test("the plug-in has the members of the interface and no promise where none is awaited", async () => {
    const { machine, plugin } = connected();
    assert.deepEqual(
        Object.keys(plugin).sort(),
        ["connect", "disconnect", "enumerate", "init", "receive", "send", "version"],
    );
    assert.equal(typeof plugin.version, "string");
    assert.equal(plugin.init(), undefined);
    assert.ok(machine.has("monitorCharacteristic") && machine.has("connectFinished"));
    for (const nothing of [plugin.connect("id"), plugin.send("id", "00"), plugin.disconnect("id")]) {
        assert.equal(await nothing, undefined);
    }
});

test("enumerate gives an array of id and name, whatever comes", async () => {
    const devices = [{ id: "A", name: "Touch 1A2B", rssi: -40 }, { id: 7, name: "x" }, null, { id: "B", name: "" }];
    const { plugin } = connected({ enumerate: () => devices });
    assert.deepEqual(await plugin.enumerate(), [{ id: "A", name: "Touch 1A2B" }, { id: "B", name: "" }]);
    assert.deepEqual(await connected({ enumerate: () => null }).plugin.enumerate(), []);
});

test("what the host could not do rejects with a reason for the core", async () => {
    const failure = { success: false, code: "not_connected", error: "no wallet is connected" };
    const { plugin } = connected({ enumerate: () => failure, connect: () => failure, send: () => failure });
    for (const attempt of [() => plugin.enumerate(), () => plugin.connect("id"), () => plugin.send("id", "00")]) {
        await assert.rejects(attempt, (error) => error.reason === failure.error && error.code === failure.code);
    }
});

test("send passes uuid, hex and the option on, one packet a call", async () => {
    const { machine, plugin } = connected();
    await plugin.send("id", "3f00", { withoutResponse: true });
    assert.deepEqual(machine.calls.at(-1), ["send", { uuid: "id", data: "3f00", withoutResponse: true }]);
});

test("receive gives one whole message for a transport of either kind", async () => {
    /** 2024: the text is a message. 2026: a text that begins with the packet's header is only a part of it. */
    const transports = {
        whole: async (receive) => receive(),
        parts: async (receive) => {
            let hex = await receive();
            while (hex.startsWith("3f2323") && hex.length / 2 - 9 < parseInt(hex.slice(10, 18), 16)) {
                hex += await receive();
            }
            return hex.startsWith("3f2323") ? hex.slice(6) : hex;
        },
    };
    for (const transport of Object.values(transports)) {
        const { machine, plugin } = connected();
        const payload = "0a".repeat(300);
        const message = answer(17, payload);
        // The first part comes before anybody receives.
        machine.tell("monitorCharacteristic", message.slice(0, 400));
        const received = transport(() => plugin.receive());
        machine.tell("monitorCharacteristic", message.slice(400));
        assert.equal(await received, message.slice(6));
    }
});

test("messages that come early are kept in order", async () => {
    const { machine, plugin } = connected();
    machine.tell("monitorCharacteristic", answer(2, "0a0161"));
    machine.tell("monitorCharacteristic", answer(3));
    assert.equal(await plugin.receive(), answer(2, "0a0161").slice(6));
    assert.equal(await plugin.receive(), answer(3).slice(6));
});

test("a broken notification rejects the receive, and the next message works", async () => {
    const { machine, plugin } = connected();
    for (const bad of ["0102", "xyz", 7, null, "3f23230011ffffffff00"]) {
        const received = plugin.receive();
        machine.tell("monitorCharacteristic", bad);
        await assert.rejects(received);
    }
    machine.tell("monitorCharacteristic", "0102");
    await assert.rejects(plugin.receive());
    machine.tell("monitorCharacteristic", answer(2));
    assert.equal(await plugin.receive(), answer(2).slice(6));
});

test("a new message clears what is left of the one before", async () => {
    const { machine, plugin } = connected();
    machine.tell("monitorCharacteristic", answer(17, "aa".repeat(100)).slice(0, 60));
    await plugin.send("id", toHex(toPackets({ type: 0, payload: new Uint8Array() })[0]));
    machine.tell("monitorCharacteristic", answer(2));
    assert.equal(await plugin.receive(), answer(2).slice(6));
});

test("whoever waits for an exchange that another one follows does not take its answer", async () => {
    const { machine, plugin } = connected();
    const stale = plugin.receive();
    const isRejected = assert.rejects(stale, /another exchange/);
    await plugin.send("id", toHex(toPackets({ type: 0, payload: new Uint8Array() })[0]));
    await isRejected;
    machine.tell("monitorCharacteristic", answer(2));
    assert.equal(await plugin.receive(), answer(2).slice(6));
});

test("a cancellation is answered to whoever waits", async () => {
    const { machine, plugin } = connected();
    const waiting = plugin.receive();
    await plugin.send("id", toHex(toPackets({ type: 20, payload: new Uint8Array() })[0]));
    machine.tell("monitorCharacteristic", answer(3));
    assert.equal(await waiting, answer(3).slice(6));
});

test("a lost device and a disconnect reject what is pending, and the next connection begins clean", async () => {
    const { machine, plugin } = connected();
    const first = plugin.receive();
    machine.tell("monitorCharacteristic", answer(17, "aa".repeat(100)).slice(0, 60));
    machine.tell("disconnected", { uuid: "id", code: "device_lost", error: "gone" });
    await assert.rejects(first, (error) => error.code === "device_lost");
    assert.equal(machine.lost.reason, "gone");
    const second = plugin.receive();
    await plugin.disconnect("id");
    await assert.rejects(second, (error) => error.code === "disconnected");
    await plugin.connect("id");
    machine.tell("monitorCharacteristic", answer(2));
    assert.equal(await plugin.receive(), answer(2).slice(6));
});

test("the demo's device answers questions and serves one call at a time", async () => {
    const replies = [answer(18, "0801"), answer(2, "0a026869")];
    const sent = [];
    const machine = host({
        send: ({ data }) => {
            sent.push(parseInt(data.slice(6, 10), 16));
            setTimeout(() => machine.tell("monitorCharacteristic", replies.shift()), 0);
            return { success: true };
        },
    });
    const plugin = makePlugin(machine.bridge);
    plugin.init();
    let closed = 0;
    const questions = { pin: async () => "1234", confirm: async () => true, passphrase: async () => undefined, close: () => (closed += 1) };
    const device = new Device(plugin, "id", questions);
    const ping = device.ping("hi", false);
    await assert.rejects(device.ping("too", false), /busy/);
    assert.equal(await ping, "hi");
    assert.deepEqual(sent, [1, 19]);
    replies.push(answer(18, "0801"), answer(3, "0804120943616e63656c6c6564"));
    const cancelling = new Device(plugin, "id", { ...questions, pin: async () => undefined });
    await assert.rejects(cancelling.getAddress(), (error) => error instanceof DeviceFailure && error.code === 4);
    assert.deepEqual(sent, [1, 19, 29, 20]);
    assert.equal(closed, 2);
});
