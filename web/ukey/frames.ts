// The wallet's frames: 64-byte packets to the device, and one stream from it that the radio cuts as it likes.
// SPDX-License-Identifier: Apache-2.0

/** Longest message that is put together, in bytes. */
export const messageLimit = 64 * 1024;

const packetSize = 64;
const magic = [0x3f, 0x23, 0x23] as const;
const headerSize = 6;

export interface Message {
    readonly type: number;
    readonly payload: Uint8Array;
}

const startsMessage = (bytes: Uint8Array): boolean =>
    bytes.length >= magic.length + headerSize && magic.every((byte, index) => bytes[index] === byte);

/** Cuts a message into packets: each begins with 3f and is filled up with zeros. */
export function toPackets({ type, payload }: Message): Uint8Array[] {
    const body = new Uint8Array(2 + headerSize + payload.length);
    body.set([magic[1], magic[2]]);
    const view = new DataView(body.buffer);
    view.setUint16(2, type);
    view.setUint32(4, payload.length);
    body.set(payload, 2 + headerSize);
    const packets: Uint8Array[] = [];
    for (let start = 0; start < body.length; start += packetSize - 1) {
        const packet = new Uint8Array(packetSize);
        packet[0] = magic[0];
        packet.set(body.subarray(start, start + packetSize - 1), 1);
        packets.push(packet);
    }
    return packets;
}

/** Reads a whole message as `receive` gives it: type and length, then the payload. */
export function toMessage(bytes: Uint8Array): Message {
    if (bytes.length < headerSize) {
        throw new Error("a message has a type of two bytes and a length of four");
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { type: view.getUint16(0), payload: bytes.subarray(headerSize, headerSize + view.getUint32(2)) };
}

/** Puts the notifications of one connection together to messages. */
export class Assembler {
    private parts: Uint8Array[] = [];
    private have = 0;
    private need = 0;

    /** Whether a message has begun and is not whole. */
    get isInside(): boolean {
        return this.need > 0;
    }

    /** Forgets what has come of a message. */
    reset(): void {
        this.parts = [];
        this.have = 0;
        this.need = 0;
    }

    /**
     * Takes a notification. Gives the whole message, its header included, or nothing while more is to come.
     * Within a message every notification continues it, also one that looks like a beginning.
     */
    feed(bytes: Uint8Array): Uint8Array | undefined {
        if (this.isInside) {
            this.add(bytes);
        } else {
            if (!startsMessage(bytes)) {
                throw new Error("a notification that begins no message came between two messages");
            }
            const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magic.length + 2);
            if (length > messageLimit) {
                throw new Error(`a message of ${length} bytes is announced; at most ${messageLimit} are taken`);
            }
            this.need = headerSize + length;
            this.add(bytes.subarray(magic.length));
        }
        if (this.have < this.need) {
            return undefined;
        }
        const { parts, have, need } = this;
        this.reset();
        if (have > need) {
            throw new Error(`${have - need} bytes follow the end of a message`);
        }
        const message = new Uint8Array(need);
        let start = 0;
        for (const part of parts) {
            message.set(part, start);
            start += part.length;
        }
        return message;
    }

    private add(bytes: Uint8Array): void {
        this.parts.push(bytes);
        this.have += bytes.length;
    }
}
