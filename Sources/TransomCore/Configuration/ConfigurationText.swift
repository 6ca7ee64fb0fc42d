// The kinds of text in a configuration.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of text in a configuration.
enum ConfigurationText: Sendable, Equatable {
    /// The name of a kiosk: a part of its events' source and of folder names.
    case name
    /// The connector of a monitor.
    case connector
    /// The absolute path of a file or a folder.
    case path
    /// A path within a vendor's page.
    case route
    /// The URL of a page.
    case url
    /// An allow rule.
    case rule
    /// An origin.
    case origin
    /// A proxy.
    case proxy
    /// A host, several hosts or a net that is reached without the proxy.
    case directHost
    /// A language tag.
    case language
    /// Where events go.
    case sink
    /// A reference to a secret.
    case secret
    /// The JSON Schema of the file, which editors look for.
    case schema

    /// What is possible, as the end of a sentence.
    var possible: String {
        switch self {
        case .name: "a name of 1 to 64 letters, digits, dots, hyphens and underscores is possible, such as \"till-3\""
        case .connector: "the name of a connector is possible, such as \"HDMI-1\""
        case .path: "an absolute path without .. is possible, such as \"/etc/ssl/acme.pem\""
        case .route: "a path that begins with / is possible, without ? and #"
        case .url: "an https URL is possible, such as \"https://till.acme.example/\""
        case .rule: "an origin is possible, such as \"https://shop.example\" or \"https://*.shop.example\""
        case .origin: "an https origin is possible, such as \"https://api.razorpay.com\""
        case .proxy: "a proxy is possible, such as \"http://10.0.0.1:3128\", without user name and path"
        case .directHost: "a host, *.domain or net is possible, such as \"*.acme.example\" or \"10.0.0.0/8\""
        case .language: "a language tag is possible, such as \"en-NZ\" or \"mi\""
        case .sink: "\"journal\", \"-\" or \"file:/PATH\" is possible"
        case .secret: "a reference to a secret is possible, such as \"credential:hubble\" or \"file:/PATH\""
        case .schema: "the URL or the path of a JSON Schema is possible"
        }
    }

    /// What is wrong with a text, or nothing.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - name: the key, for the way to write a secret.
    ///   - profile: whether this machine may be named.
    func problem(in text: String, name: String, profile: RuleProfile) -> ConfigurationMistake.Problem? {
        switch self {
        case .secret:
            do { _ = try SecretReference(text) } catch { return .secret(name: name, error) }
            return nil
        case .rule:
            do { _ = try OriginRule(text, profile: profile) } catch { return .other("\(error)") }
            return nil
        case .origin:
            do {
                guard try Origin(text).scheme == "https" else { break }
                return nil
            } catch {
                return .other("\(error)")
            }
        default:
            if accepts(text, profile) { return nil }
        }
        let shown = self == .url || self == .proxy ? Redaction.url(text) : text
        return .invalid(given: quoted(shown), possible: possible)
    }

    private func accepts(_ text: String, _ profile: RuleProfile) -> Bool {
        switch self {
        case .name:
            return (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
                && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "._-".utf8.contains($0) }
        case .connector:
            return (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "._-".utf8.contains($0) }
        case .path: return Self.isPath(text)
        case .route:
            return text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= 1_024
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#".utf8.contains($0) }
        case .url:
            return ParameterKind.url.accepts(text, profile: profile) && !ParsedURL(text).hasCredentials
                && Redaction.secretNamedParameter(inURL: text) == nil
        case .proxy:
            guard let origin = try? Origin(text.replacingScheme("socks5", with: "http")) else { return false }
            return ["http", "https"].contains(origin.scheme)
        case .directHost: return Self.isDirectHost(text)
        case .language: return Self.isLanguage(text)
        case .sink: return Configuration.Sink(text) != nil
        case .schema: return text.utf8.count <= 4_096
        case .rule, .origin, .secret: return false
        }
    }

    /// An absolute path without `..` and control characters; what `~` stands for is a shell's to say.
    static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= 4_096
            && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
            && !text.split(separator: "/").contains { $0 == ".." || $0 == "~" }
    }

    private static func isDirectHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || ".-:/*[]".utf8.contains($0) }
            && !text.dropFirst(text.hasPrefix("*.") ? 2 : 0).contains("*") && text != "*."
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), text.utf8.count <= 35 else { return false }
        return first.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            && parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.utf8.count) && part.utf8.allSatisfy(ASCII.isAlphanumeric)
            }
    }
}

extension String {
    /// The text of a URL with another scheme, where it has the one.
    fileprivate func replacingScheme(_ scheme: String, with other: String) -> String {
        hasPrefix(scheme + "://") ? other + dropFirst(scheme.count) : self
    }
}

extension Configuration.Sink {
    /// Reads `-`, `journal` or `file:/PATH`; nothing where it is none of these.
    init?(_ text: String) {
        switch text {
        case "-": self = .standardOutput
        case "journal": self = .journal
        default:
            guard text.hasPrefix("file:"), ConfigurationText.isPath(String(text.dropFirst(5))) else { return nil }
            self = .file(String(text.dropFirst(5)))
        }
    }
}
