// Keeps mail links from attaching files.
// SPDX-License-Identifier: Apache-2.0

/// A mail link fills in recipients, subject and text.
///
/// Any other header field is refused: mail programs have read `attach`, in every spelling, as a file to send.
struct MailRule: NavigationRule {
    let name = "mail"

    private static let fields: Set<String> = ["to", "cc", "bcc", "subject", "body"]

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard navigation.url.scheme == "mailto" else { return .pass("no mail link") }
        guard let range = navigation.url.queryRange else { return .pass("the mail link has no header fields") }
        for field in navigation.url.bytes[range].split(separator: UInt8(ascii: "&")) {
            let name = ASCII.string(
                PercentEncoding.decode(field.prefix { $0 != UInt8(ascii: "=") }).map(ASCII.lowercased))
            guard Self.fields.contains(name) else {
                return .decide(
                    .blocked, "the mail link sets \(quoted(name)); to, cc, bcc, subject and body are possible")
            }
        }
        return .pass("the mail link has only harmless header fields")
    }
}
