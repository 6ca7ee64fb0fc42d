// Bytes as the bridge carries them: lower-case hex, two digits a byte, nothing else.
// SPDX-License-Identifier: Apache-2.0

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Refuses the whole text where any of it is no hex; nothing is skipped or guessed. */
export function fromHex(text: string): Uint8Array {
    if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
        throw new Error("not hex: pairs of the digits 0-9 and a-f are");
    }
    return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}
