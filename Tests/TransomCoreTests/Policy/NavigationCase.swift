// One row of the navigation cases.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A URL, the rules that it meets, and what must become of it.
struct NavigationCase: Decodable {
    let id: String
    let allow: [String]
    let url: String
    let from: NavigationTarget
    /// The outcome for the URL as it is spelled.
    let expect: NavigationOutcome
    /// What a WHATWG parser makes of the URL, nil where it refuses it.
    let href: String?
    /// The outcome for `href`.
    let expectCanonical: NavigationOutcome?
    let why: String

    /// The policy that the cases are written for: mail, telephone and five payment apps may be opened, and public
    /// pages.
    func policy() throws -> NavigationPolicy {
        NavigationPolicy(
            allow: try allow.map { try OriginRule($0, profile: .test) },
            outsideSchemes: NavigationPolicy.commonOutsideSchemes)
    }
}
