// The low-level transport plug-in that the vendor's SDK takes as the third argument of `init` with `env: 'lowlevel'`.
// SPDX-License-Identifier: Apache-2.0
//
// https://developer.ukey.com/reference/concepts/transport-plugin. The host forwards the device's notifications as they come;
// they are put together here, and `receive` gives one whole message: type, length and payload, without the three bytes in
// front of it. That is what the transport of every year understands. What comes before `receive` is called is kept.

import { CallbackBridge, NativeError, call } from "./bridge";
import { Assembler } from "./frames";
import { fromHex, toHex } from "./hex";

export interface LowLevelDevice {
    readonly id: string;
    readonly name: string;
}

export interface LowlevelTransportSharedPlugin {
    readonly version: string;
    init(): void;
    enumerate(): Promise<LowLevelDevice[]>;
    connect(uuid: string): Promise<void>;
    disconnect(uuid: string): Promise<void>;
    send(uuid: string, data: string, options?: { readonly withoutResponse?: boolean }): Promise<void>;
    receive(uuid?: string): Promise<string>;
}

/** Messages that are kept for a `receive` that has not been called. */
const keptMessages = 64;

/** How the message Cancel begins, in hex. */
const cancellation = "3f23230014";

interface Waiting {
    resolve(hex: string): void;
    reject(error: Error): void;
}

const isDevice = (value: unknown): value is LowLevelDevice => {
    const device = value as Partial<LowLevelDevice> | null;
    return typeof device === "object" && device !== null && typeof device.id === "string" && typeof device.name === "string";
};

/** Makes the plug-in; `onDisconnect` is told when the host lost the device. */
export function makePlugin(bridge: CallbackBridge, onDisconnect: (error: NativeError) => void = () => undefined) {
    const assembler = new Assembler();
    let messages: string[] = [];
    let failure: Error | undefined;
    let waiting: Waiting[] = [];

    const reset = (error: Error): void => {
        assembler.reset();
        messages = [];
        failure = undefined;
        const pending = waiting;
        waiting = [];
        for (const each of pending) {
            each.reject(error);
        }
    };
    const fail = (error: Error): void => {
        assembler.reset();
        const next = waiting.shift();
        if (next !== undefined) {
            next.reject(error);
        } else {
            failure = error;
        }
    };
    const deliver = (hex: string): void => {
        const next = waiting.shift();
        if (next !== undefined) {
            next.resolve(hex);
        } else if (messages.length < keptMessages) {
            messages.push(hex);
        } else {
            fail(new Error("more messages came than were received"));
        }
    };

    const plugin: LowlevelTransportSharedPlugin = {
        version: "Transom-1.0",

        init(): void {
            bridge.registerHandler("monitorCharacteristic", (data) => {
                try {
                    const message = assembler.feed(fromHex(typeof data === "string" ? data : ""));
                    if (message !== undefined) {
                        deliver(toHex(message));
                    }
                } catch (error) {
                    fail(error instanceof Error ? error : new Error(String(error)));
                }
            });
            bridge.registerHandler("connectFinished", () => undefined);
            bridge.registerHandler("disconnected", (data) => {
                const { code, error } = (data ?? {}) as { code?: unknown; error?: unknown };
                const lost = new NativeError(String(code ?? "device_lost"), String(error ?? "the device is gone"));
                reset(lost);
                onDisconnect(lost);
            });
        },

        async enumerate(): Promise<LowLevelDevice[]> {
            const devices = await call(bridge, "enumerate");
            return Array.isArray(devices) ? devices.filter(isDevice).map(({ id, name }) => ({ id, name })) : [];
        },

        async connect(uuid: string): Promise<void> {
            reset(new NativeError("superseded", "another connection was begun"));
            await call(bridge, "connect", { uuid });
        },

        async disconnect(uuid: string): Promise<void> {
            try {
                await call(bridge, "disconnect", { uuid });
            } finally {
                reset(new NativeError("disconnected", "the device was disconnected"));
            }
        },

        async send(uuid: string, data: string, options = {}): Promise<void> {
            // A message that is begun while another is coming in is a new exchange: the rest of the old one is void, and
            // whoever still waits for it must not take the answer of the new one. A cancellation is answered to those who wait.
            const head = data.slice(0, 10).toLowerCase();
            if (head === cancellation) {
                assembler.reset();
                messages = [];
                failure = undefined;
            } else if (head.startsWith("3f2323")) {
                reset(new Error("another exchange has begun"));
            }
            await call(bridge, "send", { uuid, data, ...options });
        },

        receive(): Promise<string> {
            const message = messages.shift();
            if (message !== undefined) {
                return Promise.resolve(message);
            }
            if (failure !== undefined) {
                const error = failure;
                failure = undefined;
                return Promise.reject(error);
            }
            return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
        },
    };
    return plugin;
}
