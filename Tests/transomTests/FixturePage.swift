// An integration of the tests' own whose parameters have options of their own.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A page that takes its address and its handlers by options of their own.
struct FixturePage: Integration {
    static let name = "page"
    static let summary = "any page"
    static let environments: [RunEnvironment] = [.development, .sandbox, .production]
    static let parameters = [
        ParameterDeclaration("url", "the page", kind: .url, requiredIn: Set(RunEnvironment.allCases), option: "--url"),
        ParameterDeclaration("handler", "a handler", isRepeatable: true, option: "--handler"),
        ParameterDeclaration("inject", "a script", isRepeatable: true, option: "--inject"),
    ]
    static let routes: [String] = []
    static let events: [EventDeclaration] = []
    static let plays: [PlayDeclaration] = []
    static let setup: [String] = []
    static let sandboxOrigins: [Origin] = []

    let declaration: IntegrationDeclaration
    let startURL: StartURL

    init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Self.self, problems: &problems)
        guard problems.isEmpty, let url = parameters["url"], let origin = ParsedURL(url).origin else {
            throw IntegrationProblems(problems)
        }
        startURL = StartURL(url)
        let origins = OriginSet(OriginRule(exactly: origin))
        declaration = IntegrationDeclaration(handlers: [], policy: PolicyDeclaration(inside: origins))
    }

    func decode(_ message: GatedMessage) -> Decoding {
        .event(EventDraft("page.message"), reactions: [])
    }
}
