// The places in the store that a run can start at.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A place in the store that a run can start at.
struct HubbleRoute: Equatable {
    /// The vendor's routes; what stands in braces varies.
    enum Pattern: String, CaseIterable {
        case home = "/"
        case brand = "/buy/{brandId}"
        case search = "/search"
        case transactions = "/transactions"
        case transaction = "/transactions/{transactionId}"
        case coinTransactions = "/coin-transactions"
        case help = "/help"

        /// The parameters of the route's own query.
        var queries: [String] {
            switch self {
            case .home, .help: []
            case .brand: ["amount", "coupon", "skipToPayment", "consumeCoins"]
            case .search: ["category"]
            case .transactions, .coinTransactions: ["showBackButton"]
            case .transaction: ["showBackButton", "exitOnBack"]
            }
        }
    }

    let pattern: Pattern
    /// The path, percent-encoded, with its slash in front.
    let path: String

    /// Reads a route.
    ///
    /// - Parameter text: a path that begins with a slash, as it is and not percent-encoded.
    init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 512 else { return nil }
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard text == "/" || parts.allSatisfy(Self.isSegment),
            let pattern = Pattern.allCases.first(where: { Self.matches(parts, $0) })
        else { return nil }
        self.pattern = pattern
        path = "/" + parts.map(URLComponent.encode).joined(separator: "/")
    }

    /// The parameters of all routes.
    static let parameters = [
        ParameterDeclaration("amount", "amount of the card (route /buy)", kind: .number),
        ParameterDeclaration("coupon", "coupon code (route /buy)"),
        ParameterDeclaration("skipToPayment", "go straight to the payment (route /buy)", kind: .boolean),
        ParameterDeclaration("consumeCoins", "spend the coins there are (route /buy)", kind: .boolean),
        ParameterDeclaration("category", "category to show (route /search)"),
        ParameterDeclaration("showBackButton", "show a back button (routes of transactions)", kind: .boolean),
        ParameterDeclaration("exitOnBack", "let back leave the store (route of a transaction)", kind: .boolean),
    ]

    /// The problems of parameters that were given and belong to another route.
    func strayParameters(_ given: [String: [String]]) -> [IntegrationProblem] {
        Self.parameters.map(\.name).filter { given[$0] != nil && !pattern.queries.contains($0) }.map { name in
            let routes = Pattern.allCases.filter { $0.queries.contains(name) }.map(\.rawValue)
            return .parameterOfOtherRoute(name: name, route: routes.joined(separator: " or "))
        }
    }

    private static func matches(_ parts: [String], _ pattern: Pattern) -> Bool {
        let wanted = pattern.rawValue.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == parts.count else { return false }
        return zip(wanted, parts).allSatisfy { $0.first == "{" ? true : $0.utf8.elementsEqual($1.utf8) }
    }

    /// Whether a segment can stand in a path: not empty, no dots alone, nothing that ends a path or hides.
    private static func isSegment(_ segment: String) -> Bool {
        segment != "" && segment != "." && segment != ".."
            && segment.unicodeScalars.allSatisfy { scalar in
                !["?", "#", "\\", "%"].contains(scalar) && scalar.properties.generalCategory != .control
            }
    }
}
