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
        case throttle(bytesPerSecond: Int?)

        /// Whether it says what the answer is, and not only how it comes.
        var isOutcome: Bool {
            switch self {
            case .stub, .failure: true
            case .delay, .throttle: false
            }
        }
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
    }

    /// Slows bodies down to so many bytes a second; nil for as fast as they go.
    public func throttle(_ glob: String, bytesPerSecond: Int?) {
        add(glob, .throttle(bytesPerSecond: bytesPerSecond.map { max(1, $0) }))
    }

    private func add(_ glob: String, _ effect: Effect) {
        rules.append(Rule(glob: glob, effect: effect))
        onChange?()
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
        isOffline = false
    }

    /// Whether a rule speaks of an origin at all, so that a connection to it is taken.
    ///
    /// - Parameter isLive: Whether what no rule matches is passed on. Where it is not, a glob of everything would take
    ///   connections to hosts that the test never meant.
    func covers(_ origin: Origin, isLive: Bool = false) -> Bool {
        rules.contains { rule in
            guard let text = Self.origin(of: rule.glob) else { return isLive }
            return (isLive || text != "https://*") && fnmatch(text, origin.description, 0) == 0
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
        switch newest(url, where: \.isOutcome) {
        case .failure(.timeout)?:
            // As long as any client may wait.
            return .answer(
                .notice(504, "No answer", "A test lets this address never answer.").delayed(by: .seconds(86_400)))
        case .failure?: return .close
        case .stub(let response)?: return .answer(late(response, url))
        case .delay?, .throttle?, nil: return .answer(late(site(), url))
        }
    }

    private func late(_ response: SandboxResponse, _ url: String) -> SandboxResponse {
        var response = response
        if case .delay(let time)? = newest(url, where: { if case .delay = $0 { true } else { false } }) {
            response.delay += time
        }
        if case .throttle(let bytesPerSecond)? = newest(url, where: { if case .throttle = $0 { true } else { false } })
        {
            response.bytesPerSecond = bytesPerSecond
        }
        return response
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
