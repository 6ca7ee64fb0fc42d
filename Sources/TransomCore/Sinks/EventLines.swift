// Events as lines of text.
// SPDX-License-Identifier: Apache-2.0

extension [Event] {
    /// The events as UTF-8, one JSON object a line.
    var lines: [UInt8] {
        var bytes: [UInt8] = []
        for event in self {
            bytes.append(contentsOf: event.json.utf8)
            bytes.append(0x0A)
        }
        return bytes
    }
}

extension Event {
    /// About how many bytes the event has in memory and as text, for the bound of a queue.
    var approximateSize: Int { 512 + data.approximateSize }
}

extension JSONValue {
    /// About how many bytes the value has.
    var approximateSize: Int {
        switch self {
        case .null, .bool, .integer, .number: 16
        case .string(let text): 16 + text.utf8.count
        case .array(let elements): elements.reduce(32) { $0 + $1.approximateSize }
        case .object(let members): members.reduce(32) { $0 + 32 + $1.key.utf8.count + $1.value.approximateSize }
        }
    }
}
