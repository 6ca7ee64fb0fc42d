// As much of the protocol buffers' encoding as the demo's messages need: numbers and bytes.
// SPDX-License-Identifier: Apache-2.0

export type FieldValue = number | boolean | string;
export type Fields = ReadonlyMap<number, readonly (number | Uint8Array)[]>;

function varint(value: number): number[] {
    const bytes: number[] = [];
    let rest = value;
    while (rest > 0x7f) {
        bytes.push((rest % 0x80) + 0x80);
        rest = Math.floor(rest / 0x80);
    }
    return [...bytes, rest];
}

/** Encodes fields in the order given; a field that is undefined is left out. */
export function encode(fields: Readonly<Record<number, FieldValue | readonly number[] | undefined>>): Uint8Array {
    const bytes: number[] = [];
    for (const [key, value] of Object.entries(fields)) {
        const id = Number(key);
        if (typeof value === "string") {
            const text = new TextEncoder().encode(value);
            bytes.push(...varint(id * 8 + 2), ...varint(text.length), ...text);
        } else if (Array.isArray(value)) {
            for (const each of value as readonly number[]) {
                bytes.push(...varint(id * 8), ...varint(each));
            }
        } else if (value !== undefined) {
            bytes.push(...varint(id * 8), ...varint(Number(value)));
        }
    }
    return Uint8Array.from(bytes);
}

/** Reads the fields of a message; throws where it ends in the middle of one. */
export function decode(bytes: Uint8Array): Fields {
    const fields = new Map<number, (number | Uint8Array)[]>();
    let at = 0;
    const number = (): number => {
        let value = 0;
        for (let factor = 1; ; factor *= 0x80) {
            const byte = bytes[at];
            if (byte === undefined || factor > 2 ** 63) {
                throw new Error("a message ends in the middle of a number");
            }
            at += 1;
            value += (byte % 0x80) * factor;
            if (byte < 0x80) {
                return value;
            }
        }
    };
    const take = (count: number): Uint8Array => {
        if (at + count > bytes.length) {
            throw new Error("a message ends in the middle of a field");
        }
        at += count;
        return bytes.subarray(at - count, at);
    };
    while (at < bytes.length) {
        const key = number();
        const id = Math.floor(key / 8);
        const values = fields.get(id) ?? [];
        fields.set(id, values);
        switch (key % 8) {
            case 0:
                values.push(number());
                break;
            case 1:
                values.push(take(8));
                break;
            case 2:
                values.push(take(number()));
                break;
            case 5:
                values.push(take(4));
                break;
            default:
                throw new Error("a message has a field of no known kind");
        }
    }
    return fields;
}

/** The text of a field, or nothing. */
export function text(fields: Fields, id: number): string | undefined {
    const value = fields.get(id)?.[0];
    return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined;
}

/** The number of a field, or nothing. */
export function number(fields: Fields, id: number): number | undefined {
    const value = fields.get(id)?.[0];
    return typeof value === "number" ? value : undefined;
}
