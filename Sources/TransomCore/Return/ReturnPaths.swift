// The paths of an https origin that lead back to a run.
// SPDX-License-Identifier: Apache-2.0

/// The pages of one https origin that a bank or a vendor sends the view to when an errand is over.
///
/// On iOS such a link opens the app. On Linux nobody but the view itself sees it: the rules are those of Apple's
/// `apple-app-site-association` file, asked in order, and the first that matches decides.
public struct ReturnPaths: Hashable, Sendable {
    /// The origin.
    public let origin: Origin
    /// The rules in order.
    public let rules: [ReturnPath]

    /// Makes a list.
    public init(_ origin: Origin, _ rules: [ReturnPath]) {
        self.origin = origin
        self.rules = rules
    }

    /// Reads an origin with one path: `https://shop.example/return/*`.
    public init(_ text: String) throws(ReturnPathsError) {
        let bytes = text.utf8
        guard bytes.count <= 2048, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .form }
        let url = ParsedURL(text)
        guard url.scheme == "https", let origin = url.origin, url.fragment == nil else { throw .form }
        // A question mark is a character of a pattern here, so what follows it belongs to the path.
        let path = url.path + (url.query.map { "?" + $0 } ?? "")
        self.init(origin, [ReturnPath(path.isEmpty ? "/" : path)])
    }

    /// Reads the details of an `apple-app-site-association` file for an origin: `components`, else `paths`.
    ///
    /// - Parameters:
    ///   - json: The file's text, at most 128 KiB as on iOS.
    ///   - origin: The origin that serves it.
    public init(appleAppSiteAssociation json: String, of origin: Origin) throws(ReturnPathsError) {
        let limits = ChannelLimits(textBytes: 131_072, depth: 16, keys: 1_024)
        let value: JSONValue
        do throws(JSONFault) { value = try JSONParser.parse(json, limits: limits) } catch { throw .json }
        guard case .array(let details)? = value["applinks"]?["details"] else { throw .noDetails }
        var rules: [ReturnPath] = []
        for detail in details {
            if case .array(let components)? = detail["components"] {
                for component in components { rules.append(try Self.rule(component)) }
            } else if case .array(let paths)? = detail["paths"] {
                for path in paths {
                    guard let text = path.stringValue else { throw .pattern }
                    let excludes = text.hasPrefix("NOT ")
                    rules.append(
                        ReturnPath(try Self.pattern(String(text.dropFirst(excludes ? 4 : 0))), excludes: excludes))
                }
            }
        }
        guard !rules.isEmpty, rules.count <= 1_000 else { throw .noDetails }
        self.init(origin, rules)
    }

    /// Whether a URL, as the engine spells it, is a return.
    public func matches(_ url: String) -> Bool {
        let parsed = ParsedURL(url)
        guard parsed.origin == origin, let rule = rules.first(where: { $0.matches(parsed) }) else { return false }
        return !rule.excludes
    }

    /// What is wrong with the rules although they can be used, a sentence each.
    public var warnings: [String] { rules.compactMap(\.warning) }

    private static func rule(_ component: JSONValue) throws(ReturnPathsError) -> ReturnPath {
        guard case .object(let members) = component,
            members.keys.allSatisfy({
                ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"].contains($0)
            })
        else { throw .pattern }
        var query: [String: String] = [:]
        switch members["?"] {
        case .string(let text)?: query[""] = try pattern(text)
        case .object(let parameters)?:
            for (name, value) in parameters {
                guard let text = value.stringValue, !name.isEmpty else { throw .pattern }
                query[name] = try pattern(text)
            }
        case nil: break
        default: throw .pattern
        }
        var path = "*"
        if let given = members["/"] {
            guard let text = given.stringValue else { throw .pattern }
            path = try pattern(text)
        }
        var fragment: String?
        if let given = members["#"] {
            guard let text = given.stringValue else { throw .pattern }
            fragment = try pattern(text)
        }
        return ReturnPath(
            path, query: query, fragment: fragment, excludes: members["exclude"] == .bool(true),
            isCaseSensitive: members["caseSensitive"] != .bool(false))
    }

    private static func pattern(_ text: String) throws(ReturnPathsError) -> String {
        // Apple's substitution variables, `$(…)`, stand for lists that are Apple's own.
        guard text.utf8.count <= 1_024, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains("$(") else {
            throw .pattern
        }
        return text
    }
}
