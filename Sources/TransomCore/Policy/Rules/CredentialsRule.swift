// Refuses URLs with a name or password in front of the host.
// SPDX-License-Identifier: Apache-2.0

/// What stands before an `@` is no host, however much it looks like one, and credentials in URLs are never accepted.
struct CredentialsRule: NavigationRule {
    let name = "credentials"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let url = navigation.url
        guard url.hasCredentials else { return .pass("no credentials before the host") }
        guard case .success = url.host else {
            return .decide(.blocked, "what stands before the @ is a user name and not the host")
        }
        return .decide(
            .blocked, "what stands before the @ is a user name and not the host; the host is \(url.hostText)")
    }
}
