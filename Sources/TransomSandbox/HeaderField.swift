// What HTTP allows in a header field.
// SPDX-License-Identifier: Apache-2.0

/// What HTTP allows in a header field.
enum HeaderField {
    /// Whether a name is a token.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
    }

    /// Whether a value holds no control character but a tab, so that it can neither end its line nor begin another.
    static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }

    /// The fields that are for the other end: without those that are for the next hop only.
    ///
    /// Those are the ones that HTTP names and the ones that `Connection` names.
    static func endToEnd(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var dropped: Set<String> = [
            "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
            "trailer", "transfer-encoding", "upgrade",
        ]
        for field in fields where field.name.lowercased() == "connection" {
            for name in field.value.split(separator: ",") {
                dropped.insert(name.lowercased().filter { $0 != " " && $0 != "\t" })
            }
        }
        return fields.filter { !dropped.contains($0.name.lowercased()) && isName($0.name) && isValue($0.value) }
    }
}
