// Refuses ports that are not spelled canonically.
// SPDX-License-Identifier: Apache-2.0

/// A port is a number from 1 to 65535 without sign or leading zero, and not empty.
///
/// A packaged page has none.
struct PortRule: NavigationRule {
    let name = "port"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let url = navigation.url
        guard let range = url.portRange else { return .pass("no port is written") }
        guard url.scheme != "app" else { return .decide(.blocked, "a packaged page has no port") }
        guard let port = url.port else {
            let text = quoted(ASCII.string(url.bytes[range]))
            return .decide(.blocked, "the port \(text) is not a number from 1 to 65535 without sign or leading zero")
        }
        return .pass("the port is \(port)")
    }
}
