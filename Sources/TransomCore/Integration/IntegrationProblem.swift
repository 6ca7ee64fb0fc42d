// One thing that is wrong with the options of a run.
// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong with the options of a run.
///
/// No case carries the value of a secret.
public enum IntegrationProblem: Error, Equatable, Sendable {
    /// The vendor has no such environment.
    case environment(given: RunEnvironment, possible: [RunEnvironment])
    /// A parameter or a secret that this environment requires is not given.
    case missing(name: String, environment: RunEnvironment, hint: String)
    /// There is no parameter of that name; those that there are, as they are typed.
    case unknownParameter(name: String, suggestion: String?, possible: [String])
    /// There is no secret of that name.
    case unknownSecret(name: String, suggestion: String?)
    /// A secret was given as a parameter, where other users can read it.
    case secretAsParameter(name: String)
    /// A page gave a secret, which only the run may give.
    case secretOfPage(name: String)
    /// A page gave a parameter that only the run may give.
    case parameterOfRun(name: String)
    /// A page gave a parameter that the run has given already.
    case alreadyGiven(name: String)
    /// A page gave an address of an origin that the run does not list.
    case unlistedAddress(name: String, origin: String, rule: String)
    /// A parameter was given as a secret.
    case parameterAsSecret(name: String)
    /// A parameter has a value that it cannot have.
    case invalid(name: String, given: String, expectation: String)
    /// A parameter that is given once was given several times.
    case repeated(name: String, count: Int)
    /// A URL has a parameter with the name of a secret, where other users can read it.
    case secretInURL(name: String, parameter: String)
    /// A value looks like personal data, which must not stand in a URL. The value itself is not kept.
    case personalData(name: String, kind: String)
    /// Two parameters that mean the same say different things.
    case contradiction(String, String)
    /// A parameter belongs to one environment.
    case parameterOfEnvironment(name: String, environment: RunEnvironment)
    /// The route is not one of the vendor's.
    case route(given: String, possible: [String])
    /// A parameter belongs to another route.
    case parameterOfOtherRoute(name: String, route: String)

    /// The problem in one sentence, without what stands before it.
    ///
    /// What is missing is put together by ``IntegrationProblems``, since it is told all at once.
    public var message: String {
        switch self {
        case .environment(let given, let possible):
            "environment \(given) is not one of \(possible.map(\.rawValue).joined(separator: ", "))"
        case .missing(let name, let environment, let hint):
            "missing for \(environment): \(name).  \(name): \(hint)"
        case .unknownParameter(let name, let suggestion, let possible):
            "--param \(quoted(name)): there is no such parameter" + Self.question(suggestion)
                + " (\(possible.isEmpty ? "there is none" : "possible: " + possible.joined(separator: ", ")))"
        case .unknownSecret(let name, let suggestion):
            "--secret \(quoted(name)): there is no such secret" + Self.question(suggestion)
        case .secretAsParameter(let name):
            "--param \(name): this is a secret, and other users can read a command line; write "
                + "--secret \(name)=env:NAME or file:PATH"
        case .secretOfPage(let name):
            "\(name): this is a secret, which a page cannot give; the run gives it with --secret"
        case .parameterOfRun(let name):
            "\(name): a page cannot give this; the run gives it with --param"
        case .alreadyGiven(let name):
            "\(name) is given by the run, and a page cannot change it"
        case .unlistedAddress(let name, let origin, let rule):
            "\(name): a page can give an address of an origin that the run lists, and \(quoted(origin)) is none; the run "
                + "lists it with \(rule)"
        case .parameterAsSecret(let name):
            "--secret \(name): this is no secret; write --param \(name)=…"
        case .invalid(let name, let given, let expectation):
            "\(name) \(quoted(given)) is not \(expectation)"
        case .repeated(let name, let count):
            "\(name) is given \(count == 2 ? "twice" : "\(count) times"); once is possible"
        case .secretInURL(let name, let parameter):
            "\(name): its parameter \(quoted(parameter)) has the name of a secret, and other users can read a command line; "
                + "leave it out of the URL"
        case .personalData(let name, let kind):
            "\(name) looks like \(kind), and personal data must not stand in a URL; give it to the vendor from your server"
        case .contradiction(let one, let other):
            "\(one) and \(other) say different things; give one of them"
        case .parameterOfEnvironment(let name, let environment):
            "\(name) belongs to --environment \(environment)"
        case .route(let given, let possible):
            "route \(quoted(given)) is not one of \(possible.joined(separator: ", "))"
        case .parameterOfOtherRoute(let name, let route):
            "\(name) belongs to the route \(route); write --route \(route)"
        }
    }

    /// Whether the message stands after `transom: run:` alone, since it is about the command line and not the vendor.
    var isAboutCommandLine: Bool {
        switch self {
        case .secretAsParameter: true
        default: false
        }
    }

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \($0)?" } ?? ""
    }

}
