// Why the options of a run are not possible.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// What is wrong with the options of a run.
///
/// No case carries a value that could be a secret in the wrong place.
nonisolated enum RunOptionsError: Error, Equatable, Sendable {
    /// No integration is given.
    case noIntegration
    /// No integration has that name.
    case unknownIntegration(UnknownIntegration)
    /// The configuration is wrong.
    case configuration(ConfigurationMistakes)
    /// The integration does not accept what it was given.
    case integration(IntegrationProblems, name: String)
    /// A value lacks its equals sign or what stands before it.
    case pair(flag: String, form: String)
    /// The reference to a secret is none.
    case secret(name: String, SecretReferenceError)
    /// A secret is given twice.
    case repeatedSecret(name: String)
    /// Two options that exclude each other.
    case conflict(String, String)
    /// An option whose value is not of its form; the sentence says what is.
    case form(flag: String, form: String, given: String)
    /// No page is given.
    case noPage(integration: String)
    /// The URL of the page is none, or none that can be used.
    case url(given: String, advice: String)
    /// A file or a folder cannot be used.
    case file(flag: String, path: String, reason: String)
    /// The navigation rule is none.
    case rule(OriginRuleError)
    /// The payment gateway is no origin.
    case excursion(OriginError)
    /// The scheme of return links is none.
    case returnScheme(ReturnSchemeError)
    /// A page that leads back is none.
    case returnPath(given: String)
    /// The integration opens no other of that name.
    case unknownSheet(given: String, integration: String, possible: [String])
    /// The route holds a query or a fragment.
    case route(given: String)
    /// A URL holds something secret.
    case secretInURL(flag: String, name: String, isDeclared: Bool)
    /// A URL holds a user name or a password.
    case credentialsInURL(flag: String)
    /// The integration has no such option.
    case foreignOption(flag: String, integration: String, owners: [String])
    /// The integration has no such play.
    case unknownPlay(given: String, integration: String, possible: [String], suggestion: String?)
    /// A play needs the sandbox.
    case playOutsideSandbox(integration: String, environment: RunEnvironment)
    /// A message to the page that is none.
    case message(OutgoingProblem)
    /// The text of a message to the page that is no JSON.
    case messageText(type: String, JSONFault)
    /// A kiosk whose far end is not said.
    case kioskEnvironment(possible: [RunEnvironment])
    /// `--serve` is not of its form.
    case serveForm(given: String)
    /// The origin in `--serve` is none.
    case serveOrigin(OriginError)
    /// The server in `--serve` is not on this machine.
    case serveServer(given: String)
    /// The folder in `--serve` is not there.
    case serveFolder(String)
    /// `--serve` where a build of one's own has no place.
    case serveEnvironment(RunEnvironment)

    /// The lines for people, each with what stands before it.
    func lines(command: String = "run") -> [String] {
        if case .configuration(let mistakes) = self { return mistakes.all.map(\.description) }
        if case .integration(let problems, let name) = self {
            return problems.lines(integration: name, command: command)
        }
        return ["transom: \(command)\(subject): \(sentence)"]
    }

    /// The exit status of a command that ends with it.
    var status: ExitStatus {
        guard case .configuration = self else { return .usage }
        return .configuration
    }

    /// The integration, where the sentence is about it.
    private var subject: String {
        switch self {
        case .foreignOption(_, let name, _), .unknownPlay(_, let name, _, _), .playOutsideSandbox(let name, _),
            .noPage(let name):
            " " + name
        default: ""
        }
    }

    private var sentence: String {
        switch self {
        case .noIntegration:
            return CommandTable.run.positional.missing
        case .unknownIntegration(let error):
            return error.description
        case .configuration(let mistakes):
            return mistakes.description
        case .integration(let problems, _):
            return problems.description
        case .pair(let flag, let form):
            return "\(flag) takes \(form), and what is given does not begin with a name and \"=\""
        case .secret(let name, let error):
            return "--secret \(error.message(name: name))"
        case .repeatedSecret(let name):
            return "--secret \(TransomCore.quoted(name)) is given twice; once is possible"
        case .conflict(let one, let other):
            return "\(one) and \(other) exclude each other; give one of them"
        case .form(let flag, let form, let given):
            return "\(flag) takes \(form), not \(GivenText.shown(given))"
        case .noPage:
            return "no page is given; write --url https://shop.example/"
        case .url(let given, let advice):
            return "--url \(AddressText.shown(given)) \(advice)"
        case .file(let flag, let path, let reason):
            return "\(flag) \(TransomCore.quoted(path)): \(reason)"
        case .rule(let error):
            if case .origin(let origin) = error { return "--allow: \(origin)" }
            return "--allow: \(error)"
        case .excursion(let error):
            return "--excursion: \(error)"
        case .returnScheme(let error):
            return "--return-scheme: \(error)"
        case .returnPath(let given):
            return "--return-path takes an https origin with a path, such as https://shop.example/return/*, "
                + "not \(GivenText.shown(given))"
        case .unknownSheet(let given, let integration, let possible):
            let hint =
                possible.isEmpty
                ? "\(integration) opens no others; it is for home" : "possible: \(possible.joined(separator: ", "))"
            return "--keep-data: \(integration) does not open \(GivenText.shown(given)) (\(hint))"
        case .route(let given):
            return "--route takes a path that begins with \"/\", without \"?\" and \"#\", "
                + "not \(GivenText.shown(given)); what follows them is given with --param"
        case .secretInURL(let flag, let name, let isDeclared):
            let way = isDeclared ? "write --secret \(name)=env:NAME or file:PATH" : "leave it out"
            return "\(flag): \(TransomCore.quoted(name)) is a secret, and other users can read a command line; \(way)"
        case .credentialsInURL(let flag):
            return "\(flag): the URL holds a user name, and other users can read a command line; leave it out"
        case .foreignOption(let flag, let integration, let owners):
            return "\(flag) is for \(owners.joined(separator: ", ")), not for \(integration)"
        case .unknownPlay(let given, let integration, let possible, let suggestion):
            let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
            let plays =
                possible.isEmpty ? "\(integration) has none" : "\(integration) has \(possible.joined(separator: ", "))"
            return "unknown play \(TransomCore.quoted(given))\(hint) (\(plays))"
        case .playOutsideSandbox(_, let environment):
            return "--play moves the sandbox, and the environment is \(environment); leave one of them out"
        case .message(let problem):
            return "--send: \(problem)"
        case .messageText(let type, let fault):
            return "--send \(TransomCore.quoted(type)): what follows the sign is no JSON. \(fault)"
        case .kioskEnvironment(let possible):
            return "--kiosk needs --environment, so that nobody pays into a sandbox by mistake or the other way round; "
                + "write --environment \(possible.map(\.rawValue).joined(separator: "|"))"
        case .serveForm(let given):
            return "--serve takes ORIGIN=DIR or ORIGIN=http://127.0.0.1:PORT, such as https://shop.example=./dist, "
                + "not \(GivenText.shown(given))"
        case .serveOrigin(let error):
            return "--serve: \(error)"
        case .serveServer(let given):
            return "--serve takes a server on this machine only, not \(GivenText.shown(given)); "
                + "write http://127.0.0.1:PORT"
        case .serveFolder(let path):
            return "--serve: \(TransomCore.quoted(path)) is no folder that can be read"
        case .serveEnvironment(let environment):
            return "--serve is for the sandbox and development, not for \(environment)"
        }
    }
}
