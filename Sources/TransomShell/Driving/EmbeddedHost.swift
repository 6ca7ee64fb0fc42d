// A host in a process that is not its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore
import TransomGLib
package import TransomSandbox
import WebKit

/// A host in a process that is not its own: a session with its window and its far end, whose time is somebody's choice.
///
/// Keep it for as long as the session is wanted, and call ``tearDown()`` when it is not.
package final class EmbeddedHost {
    /// The session.
    package let session: HostSession
    /// Its events.
    package let stream: EventStream
    /// Why it ended; nil while it goes on.
    package private(set) var ending: HostEnding?
    /// What was said to people.
    package private(set) var notes: [String] = []
    /// Called when it has ended.
    package var onEnd: ((HostEnding) -> Void)?

    private let opened: SessionFactory.Opened
    private let factory: SessionFactory

    /// Why a host cannot be had.
    package struct Failure: Error, CustomStringConvertible {
        /// The sentence for people.
        package let description: String
    }

    /// Opens a host, whose page is loading when it is there.
    ///
    /// - Parameters:
    ///   - configuration: The run.
    ///   - clock: Its time.
    ///   - scheduler: Its deadlines.
    ///   - timers: The delays of its far end; nil for real ones.
    ///   - willStart: Called with the session and its events before the page is loaded.
    /// - Throws: ``Failure``.
    package static func open(
        _ configuration: HostConfiguration, clock: any HostClock, scheduler: any DeadlineScheduler,
        timers: (any SandboxTimers)? = nil, willStart: (EmbeddedHost) -> Void
    ) async throws(Failure) -> EmbeddedHost {
        let redaction = Redaction()
        let secrets = SecretResolver(
            configuration.allSecrets, limits: configuration.limits, clock: SystemHostClock())
        let notes = Notes()
        do throws(SessionFactory.Failure) {
            let factory = SessionFactory(
                configuration, clock: clock, redaction: redaction, secrets: secrets, scheduler: scheduler,
                timers: timers,
                say: { notes.take?($0) })
            factory.prepareEngine()
            let integration = try await factory.makeIntegration(reason: .start, session: "")
            let stream = EventStream(
                factory: EventFactory(
                    host: configuration.hostName, integration: configuration.integration.name, clock: clock,
                    redaction: redaction),
                dispatcher: EventDispatcher([], limits: configuration.limits) { _ in })
            let host = EmbeddedHost(try factory.open(integration, stream: stream), stream, factory)
            notes.take = { [weak host] in host?.notes.append($0) }
            willStart(host)
            do throws(InjectedScript.Failure) {
                try host.session.start { stage in
                    HostWindow(
                        title: "Test", width: configuration.width, height: configuration.height, content: stage.widget)
                }
            } catch { throw SessionFactory.Failure(sentence: error.description, status: 2) }
            return host
        } catch { throw Failure(description: error.sentence) }
    }

    private final class Notes {
        var take: ((String) -> Void)?
    }

    private init(_ opened: SessionFactory.Opened, _ stream: EventStream, _ factory: SessionFactory) {
        self.opened = opened
        self.stream = stream
        self.factory = factory
        session = opened.session
        session.onEnd = { [weak self] in
            self?.ending = $0
            self?.onEnd?($0)
        }
    }

    /// Ends the session where it goes on, and gives everything back; call it outside any callback of the session's.
    package func tearDown() {
        session.end(.command)
        session.tearDown()
        opened.device?.stop()
    }
}
