// Says what is wrong with a page's URL, and what to write instead.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A page's URL as somebody typed it, and what to write where it is none.
///
/// Whoever types `example.org` or `./index.html` is told the option that does what was meant.
nonisolated struct GivenURL {
    private let text: String
    private let parts: ParsedURL

    init(_ text: String) {
        self.text = text
        parts = ParsedURL(text)
    }

    /// What is to be done, in words that stand after the URL; nothing where it is one.
    ///
    /// - Parameter profile: whether this machine may be named.
    func advice(profile: RuleProfile) -> String? {
        guard let origin = parts.origin else {
            return incomplete ?? "is no https URL; write one such as https://shop.example/"
        }
        do {
            _ = try OriginRule(origin.description, profile: profile)
        } catch .http {
            return "is not encrypted, and https is needed; write https://\(afterScheme) "
                + "(http is for this machine alone, as in http://127.0.0.1:8000/)"
        } catch .loopback {
            return "names this machine, which is possible in the sandbox and development only"
        } catch .localhost {
            return "names localhost; write 127.0.0.1, as in http://127.0.0.1:8000/"
        } catch {
            return "cannot be used: \(error)"
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "holds characters that no URL can hold; write them percent-encoded"
        }
        return nil
    }

    /// What follows the scheme, without what may not be shown.
    private var afterScheme: String {
        let shown = AddressText.withoutHiddenParts(text)
        return String(shown.drop { $0 != "/" }.drop { $0 == "/" })
    }

    /// For a text that is no whole URL.
    private var incomplete: String? {
        let path = String(text.prefix { $0 != "?" && $0 != "#" })
        if parts.scheme == "file" {
            return Self.serving(String(path.dropFirst("file:".count).drop { $0 == "/" }), root: "/")
        }
        let host = path.prefix { $0 != "/" }
        let name = String(host.prefix { $0 != ":" })
        let port = host.dropFirst(name.count)
        let isPort = port.isEmpty || (port.count > 1 && port.dropFirst().allSatisfy { $0.isASCII && $0.isNumber })
        guard parts.scheme.isEmpty || isPort && !parts.hasAuthority else { return nil }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let endings = ["html", "htm", "xhtml", "js", "svg"]
        if name == "localhost" { return "is no whole URL; write http://127.0.0.1\(port)/" }
        let isFile = labels.count < 2 || labels.contains("") || endings.contains(labels.last?.lowercased() ?? "")
        guard isFile || !isPort else {
            let rest = path.dropFirst(host.count)
            let url = "https://\(host)\(rest.isEmpty ? "/" : rest)"
            guard ParsedURL(url).origin != nil else { return nil }
            return "is no whole URL; write \(url), or --serve ORIGIN=DIR for a folder of your own"
        }
        return Self.serving(path, root: "")
    }

    /// The way to show a folder of one's own.
    private static func serving(_ path: String, root: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let file = parts.last.map(String.init) ?? ""
        let isFolder = file.isEmpty || !file.contains(".") || file == "." || file == ".."
        let page = isFolder ? "" : file
        var folder = root + (isFolder ? path : parts.dropLast().joined(separator: "/"))
        if folder.isEmpty { folder = path.hasPrefix("/") ? "/" : "." }
        let isPlain = (folder + page).utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x27 && $0 != 0x5C }
        guard isPlain, folder.utf8.count + page.utf8.count <= 120 else {
            return "is no URL; for a folder of your own write --serve ORIGIN=DIR and the URL that it has there"
        }
        return "is no URL; for a folder of your own write --serve https://shop.example=\(folder) "
            + "--url https://shop.example/\(page)"
    }
}
