// A wallet as the demo uses it. The vendor's SDK does this and much more; the demo has this because it cannot have that.
// SPDX-License-Identifier: Apache-2.0

import { FieldValue, Fields, decode, encode, number, text } from "./fields";
import { toMessage, toPackets } from "./frames";
import { fromHex, toHex } from "./hex";
import { LowlevelTransportSharedPlugin } from "./plugin";

/** Numbers of the messages that the demo knows. */
const types = {
    Initialize: 0,
    Ping: 1,
    Success: 2,
    Failure: 3,
    Features: 17,
    PinMatrixRequest: 18,
    PinMatrixAck: 19,
    Cancel: 20,
    LockDevice: 24,
    ApplySettings: 25,
    ButtonRequest: 26,
    ButtonAck: 27,
    GetAddress: 29,
    Address: 30,
    PassphraseRequest: 41,
    PassphraseAck: 42,
    BixinPinInputOnDevice: 10000,
} as const;
export type MessageName = keyof typeof types;
type Encodable = Readonly<Record<number, FieldValue | readonly number[] | undefined>>;

/** Who answers the device's questions. */
export interface Questions {
    /** The positions of the PIN, an empty text for "on the device", nothing for "cancel". */
    pin(): Promise<string | undefined>;
    /** Whether the user goes on. */
    confirm(message: string): Promise<boolean>;
    passphrase(): Promise<{ value: string; onDevice: boolean } | undefined>;
    /** The device asks nothing any more. */
    close(): void;
}

export class DeviceFailure extends Error {
    constructor(
        readonly code: number | undefined,
        message: string,
    ) {
        super(message);
    }
}

export interface Features {
    readonly deviceId: string;
    readonly label: string;
    readonly model: string;
    readonly version: string;
    readonly isUnlocked: boolean;
}

/** How long the device may take to answer, in milliseconds; it may ask its user for much of that. */
const patience = 300_000;

function inTime<Value>(promise: Promise<Value>): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("the device did not answer in time")), patience);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export class Device {
    private isBusy = false;

    constructor(
        private readonly plugin: LowlevelTransportSharedPlugin,
        /** The `id` of `enumerate`, kept for the session. */
        readonly connectId: string,
        private readonly questions: Questions,
    ) {}

    async getFeatures(): Promise<Features> {
        const fields = await this.call("Initialize", {}, "Features");
        return {
            deviceId: text(fields, 6) ?? "",
            label: text(fields, 10) ?? "",
            model: text(fields, 21) ?? "",
            version: [2, 3, 4].map((id) => number(fields, id) ?? 0).join("."),
            isUnlocked: number(fields, 16) === 1,
        };
    }

    async ping(message: string, asksButton: boolean): Promise<string> {
        return text(await this.call("Ping", { 1: message, 2: asksButton }, "Success"), 1) ?? "";
    }

    async getAddress(): Promise<string> {
        const path = [44, 0, 0].map((step) => step + 0x80000000);
        return text(await this.call("GetAddress", { 1: [...path, 0, 0], 2: "Bitcoin" }, "Address"), 1) ?? "";
    }

    async lock(): Promise<void> {
        await this.call("LockDevice", {}, "Success");
    }

    async usePassphrase(isUsed: boolean): Promise<void> {
        await this.call("ApplySettings", { 3: isUsed }, "Success");
    }

    /** One call at a time: the device serves one, and the vendor asks for it. */
    private async call(name: MessageName, fields: Encodable, expected: MessageName): Promise<Fields> {
        if (this.isBusy) {
            throw new Error("the device is busy with another call");
        }
        this.isBusy = true;
        let hasAsked = false;
        try {
            let answer = await this.exchange(name, fields);
            for (;;) {
                const next = await this.answerQuestion(answer);
                if (next === undefined) {
                    break;
                }
                hasAsked = true;
                answer = next;
            }
            if (answer.name === "Failure") {
                throw new DeviceFailure(number(answer.fields, 1), text(answer.fields, 2) ?? "the device refused");
            }
            if (answer.name !== expected) {
                throw new Error(`the device answered with ${answer.name ?? "an unknown message"}`);
            }
            return answer.fields;
        } finally {
            this.isBusy = false;
            if (hasAsked) {
                this.questions.close();
            }
        }
    }

    private async answerQuestion(answer: Answer): Promise<Answer | undefined> {
        switch (answer.name) {
            case "PinMatrixRequest": {
                const pin = await this.questions.pin();
                if (pin === undefined) {
                    return this.exchange("Cancel", {});
                }
                return pin === "" ? this.exchange("BixinPinInputOnDevice", {}) : this.exchange("PinMatrixAck", { 1: pin });
            }
            case "ButtonRequest":
                return (await this.questions.confirm("Confirm on your device."))
                    ? this.exchange("ButtonAck", {})
                    : this.exchange("Cancel", {});
            case "PassphraseRequest": {
                const passphrase = await this.questions.passphrase();
                if (passphrase === undefined) {
                    return this.exchange("Cancel", {});
                }
                return this.exchange("PassphraseAck", passphrase.onDevice ? { 3: true } : { 1: passphrase.value });
            }
            default:
                return undefined;
        }
    }

    private async exchange(name: MessageName, fields: Encodable): Promise<Answer> {
        for (const packet of toPackets({ type: types[name], payload: encode(fields) })) {
            await this.plugin.send(this.connectId, toHex(packet));
        }
        const { type, payload } = toMessage(fromHex(await inTime(this.plugin.receive(this.connectId))));
        const entry = Object.entries(types).find(([, value]) => value === type);
        return { name: entry?.[0] as MessageName | undefined, fields: decode(payload) };
    }
}

interface Answer {
    readonly name: MessageName | undefined;
    readonly fields: Fields;
}
