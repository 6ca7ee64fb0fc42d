// The store's addresses and the URL that opens it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The store's addresses in one environment and the URL that opens it.
struct HubbleStore {
    /// Which of the addresses that the vendor's pages give is used.
    enum Base: String {
        /// The address in the guide for iOS.
        case vouchers
        /// The address in the newer guides.
        case sdk
    }

    let environment: RunEnvironment
    let base: Base

    /// Both addresses of the environment: the vendor moves partners from the one to the other by a redirect.
    ///
    /// The sandbox stands at the production ones.
    var origins: OriginSet {
        environment == .development
            ? OriginSet(.literal("https://vouchers.dev.myhubble.money"), [.literal("https://sdk.dev.myhubble.money")])
            : OriginSet(.literal("https://vouchers.myhubble.money"), [.literal("https://sdk.myhubble.money")])
    }

    /// The address that routes follow, without a slash at its end.
    var address: String {
        let infix = environment == .development ? ".dev" : ""
        switch base {
        case .vouchers: return "https://vouchers\(infix).myhubble.money/sdk/gc"
        case .sdk: return "https://sdk\(infix).myhubble.money"
        }
    }

    /// The URL that opens the store: the route stands before the query, and every component is percent-encoded.
    ///
    /// `wrap-plt` is `ios`, since that is what makes the page speak to `webkit.messageHandlers`; no value for Linux exists.
    ///
    /// - Parameters:
    ///   - route: where in the store.
    ///   - parameters: all of them, checked.
    ///   - handledSchemes: the schemes of payment apps that this machine has a program for.
    /// - Returns: a URL with the secrets in it.
    func url(
        route: HubbleRoute, parameters: ResolvedParameters, handledSchemes: Set<String> = []
    ) -> String {
        var query: [(String, String?)] = [
            ("clientId", parameters["clientId"]),
            ("appSecret", parameters.secret("appSecret")?.reveal()),
            ("clientSecret", parameters.secret("clientSecret")?.reveal()),
            ("token", parameters.secret("token")?.reveal()),
            ("wrap-plt", "ios"),
        ]
        let open = ["appVersion", "deviceId", "theme", "coins", "coinsEnabled"]
        query += (open + route.pattern.queries).map { ($0, parameters[$0]) }
        if let name = parameters["appsParameter"] {
            query.append((name, HubbleApps.codes(handledSchemes).joined(separator: ",")))
        }
        let text = query.compactMap { name, value in
            value.map { URLComponent.encode(name) + "=" + URLComponent.encode($0) }
        }
        return address + route.path + "?" + text.joined(separator: "&")
    }
}
