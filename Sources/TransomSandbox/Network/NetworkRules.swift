// What a test does to the network.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
public import TransomCore

/// What a test does to the network that a sandbox is: stubs, delays, failures, a slow line, none at all.
///
/// A rule names URLs by a glob as in the shell, such as `https://api.shop.example/v1/*`. Of several that match the newest
/// counts, of each kind one. A stub may be at any https origin, whether or not a site is served there.
@MainActor
public final class NetworkRules {
    /// What becomes of a request.
    enum Outcome {
        /// A site or a stub answers, perhaps late.
        case answer(SandboxResponse)
        /// The connection is closed.
        case close
    }

    private struct Rule {
        let glob: String
        let effect: Effect

        func matches(_ url: String) -> Bool { fnmatch(glob, url, 0) == 0 }
    }

    private enum Effect {
        case stub(SandboxResponse)
        case delay(Duration)
        case failure(NetworkFailure)
    }

    private var rules: [Rule] = []
    /// Called when connections that are open may have to go.
    var onChange: (() -> Void)?
    /// Called with the host of a new rule that names one: an engine that is told to trust it only when it connects may hear of
    /// that after the certificate.
    var onHost: ((_ host: String) -> Void)?

    /// Whether every connection is refused and closed.
    public var isOffline = false {
        didSet { onChange?() }
    }
    /// How many bytes a second a response's body takes; nothing for as fast as it goes.
    public var bytesPerSecond: Int?

    init() {}

    /// Answers requests in place of the network.
    public func stub(_ glob: String, with response: SandboxResponse) {
        add(glob, .stub(response))
    }

    /// Holds answers back.
    public func delay(_ glob: String, by time: Duration) {
        add(glob, .delay(time))
    }

    /// Lets requests fail.
    ///
    /// `dns` and `connect` close the connection: a page behind a proxy cannot tell them apart. `tls` shows a certificate
    /// that nobody trusts, on new connections to an origin that the glob matches as a whole. `timeout` never answers.
    public func fail(_ glob: String, _ kind: NetworkFailure) {
        add(glob, .failure(kind))
        onChange?()
    }

    private func add(_ glob: String, _ effect: Effect) {
        rules.append(Rule(glob: glob, effect: effect))
        if let origin = Self.origin(of: glob).flatMap({ try? Origin($0) }) { onHost?(origin.host) }
    }

    /// A glob up to its path, as `https://*.shop.example`.
    private static func origin(of glob: String) -> String? {
        guard let start = glob.range(of: "://")?.upperBound else { return nil }
        return String(glob[..<(glob[start...].firstIndex(of: "/") ?? glob.endIndex)])
    }

    /// Takes every rule back.
    public func removeAll() {
        rules = []
        bytesPerSecond = nil
        isOffline = false
    }

    /// Whether a rule speaks of an origin at all, so that a connection to it is taken.
    func covers(_ origin: Origin) -> Bool {
        rules.contains { rule in
            guard let text = Self.origin(of: rule.glob) else { return false }
            // A glob of everything would take connections to hosts that the test never meant.
            return text != "https://*" && fnmatch(text, origin.description, 0) == 0
        }
    }

    /// Whether connections to an origin show a certificate that nobody trusts.
    func isDistrusted(_ origin: Origin) -> Bool {
        if case .failure(.tls)? = newest(
            origin.description + "/", where: { if case .failure = $0 { true } else { false } })
        {
            return true
        }
        return false
    }

    /// What becomes of a request.
    ///
    /// - Parameter site: What answers it where no rule does.
    func outcome(of request: SandboxRequest, _ site: () -> SandboxResponse) -> Outcome {
        guard !isOffline else { return .close }
        let url = request.url
        switch newest(url, where: { if case .delay = $0 { false } else { true } }) {
        case .failure(.timeout)?:
            // As long as any client may wait.
            return .answer(
                .notice(504, "No answer", "A test lets this address never answer.").delayed(by: .seconds(86_400)))
        case .failure?: return .close
        case .stub(let response)?: return .answer(late(response, url))
        case .delay?, nil: return .answer(late(site(), url))
        }
    }

    private func late(_ response: SandboxResponse, _ url: String) -> SandboxResponse {
        var delay = response.delay
        if case .delay(let time)? = newest(url, where: { if case .delay = $0 { true } else { false } }) {
            delay += time
        }
        if let bytesPerSecond, bytesPerSecond > 0 {
            delay += .milliseconds(response.body.count * 1000 / bytesPerSecond)
        }
        return delay == response.delay ? response : response.delayed(by: delay)
    }

    private func newest(_ url: String, where isWanted: (Effect) -> Bool) -> Effect? {
        rules.last { isWanted($0.effect) && $0.matches(url) }?.effect
    }
}

extension SandboxRequest {
    /// The URL that was asked for.
    public var url: String {
        origin.description + path + (query.map { "?" + $0 } ?? "")
    }
}
