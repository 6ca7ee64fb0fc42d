// One event of a host: a CloudEvents 1.0 object.
// SPDX-License-Identifier: Apache-2.0

/// One event of a host: a CloudEvents 1.0 object in its JSON format.
///
/// An event is a claim by a page, not a payment. Events are made by an ``EventFactory`` alone, which numbers them and
/// takes secrets out. See <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md>; `sequence`
/// is the extension of that name, `origin`, `mainframe` and `replyto` are our own extensions.
public struct Event: Sendable, Equatable {
    /// Unique among all events of all hosts.
    public let id: String
    /// `urn:transom:<kiosk or host name>:<integration>`.
    public let source: String
    /// The integration's name or `transom`, a dot, and a word.
    public let type: String
    /// When the event was made.
    public let time: WallTime
    /// The session that the event belongs to.
    public let subject: String
    /// Place among the events of this source, growing by one from 1.
    public let sequence: UInt64
    /// The origin of the document that spoke, `null` for an opaque one, nothing where no page spoke.
    public let origin: String?
    /// Whether the document that spoke was the main frame's, nothing where no page spoke.
    public let mainframe: Bool?
    /// The id of the command that this event answers.
    public let replyto: String?
    /// What the event carries.
    public let data: JSONValue

    /// The sequence as it is written: ten decimal digits.
    public var sequenceText: String {
        let digits = String(sequence)
        return String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits
    }

    /// The event as one line of JSON, without the line's end.
    public var json: String {
        var text = "{\"specversion\":\"1.0\",\"id\":"
        JSONText.write(id, to: &text)
        append("source", .string(source), to: &text)
        append("type", .string(type), to: &text)
        append("time", .string(time.rfc3339), to: &text)
        append("subject", .string(subject), to: &text)
        append("sequence", .string(sequenceText), to: &text)
        append("datacontenttype", "application/json", to: &text)
        if let origin { append("origin", .string(origin), to: &text) }
        if let mainframe { append("mainframe", .bool(mainframe), to: &text) }
        if let replyto { append("replyto", .string(replyto), to: &text) }
        append("data", data, to: &text)
        return text + "}"
    }

    /// Appends one member.
    private func append(_ name: String, _ value: JSONValue, to text: inout String) {
        text += ",\"" + name + "\":"
        JSONText.write(value, to: &text)
    }
}
