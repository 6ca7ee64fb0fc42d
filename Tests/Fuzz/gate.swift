// Fuzzes the message gate and its JSON: what is read is written back as the same, and no limit is passed.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

private let fuzzedLimits = ChannelLimits(textBytes: 4_096, depth: 8, keys: 16)

private func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
    default: 0
    }
}

/// Tries one input.
func fuzzGate(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    if let value = try? JSONParser.parse(text, limits: fuzzedLimits) {
        precondition(text.utf8.count <= fuzzedLimits.textBytes && depth(value) <= fuzzedLimits.depth)
        let written = JSONText.encode(value)
        precondition(!written.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character is written")
        precondition((try? JSONParser.parse(written)) == value, "what is written is read as another value: \(written)")
    }
    var gate = MessageGate(
        handlers: [
            HandlerDeclaration(
                "bridge", form: .textOrObject, parsesText: true, origins: OriginSet(.literal("https://shop.example")),
                limits: fuzzedLimits)
        ], clock: ManualHostClock())
    let speaker = Speaker(origin: Origin(engineSerialization: "https://shop.example"), isMainFrame: true)
    let input = GatedInput(handler: "bridge", speaker: speaker, isStamped: true, body: text)
    switch gate.admit(input).decision {
    case .accepted(let message):
        guard case .object(let members) = message.body else { preconditionFailure("no object was accepted") }
        precondition(members.count <= fuzzedLimits.keys && depth(message.body) <= fuzzedLimits.depth)
    case .refused: break
    }
}
