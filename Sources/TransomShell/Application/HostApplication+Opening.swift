// Opening a session in a run, and what happens where that is impossible.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostApplication {
    /// Makes a session and opens it.
    ///
    /// - Parameters:
    ///   - failure: Why nothing can be loaded, where that is so.
    ///   - willStart: Called before the session starts.
    func openSession(
        _ integration: any Integration, _ stream: EventStream, failing failure: PageFailure? = nil,
        willStart: (HostSession) -> Void
    ) async throws(SessionFactory.Failure) {
        guard let factory, !isOver else { return }
        let opened = try factory.open(integration, stream: stream)
        returns = nil
        try await takeReturnLinks(opened.session)
        guard !isOver else { return }
        self.opened = opened
        DisplayLoss.watch { [weak self] in self?.displayLost() }
        opened.session.onEnd = { [weak self] in self?.ended($0) }
        opened.session.onRetry = { [weak self] in self?.retry() }
        opened.session.onReset = { [weak self] in self?.reset($0, then: $1) }
        opened.session.onHostEnd = { [weak self] in self?.end($0) }
        willStart(opened.session)
        guard opened.session.ending == nil else { return }
        do throws(SessionFactory.Failure) { try start(opened.session, failing: failure) } catch {
            // It never began, and stands in the way of no other one.
            opened.session.ending = .error
            throw error
        }
        for message in configuration.messages {
            do throws(OutgoingProblem) {
                try opened.session.send(type: message.type, payload: message.payload.map(JSONValue.object))
            } catch {
                say("run \(configuration.integration.name): --send \(quoted(message.type)): \(error)")
            }
        }
        failedStarts = 0
        isOutOfService = false
        sessionBegan = clock.monotonic
        keeper?.began(opened.session)
    }

    /// Ends a run that cannot start, or shows that in a kiosk and tries again.
    func cannotStart(_ failure: SessionFactory.Failure) {
        guard !isOver else { return }
        say("run \(configuration.integration.name): \(failure.sentence)")
        guard let keeper, failure.cause != .display else { return leave(failure.status) }
        status = failure.cause == .configuration ? 5 : failure.status
        isOutOfService = true
        showOutOfService(failure.cause, on: keeper)
    }

    private func takeReturnLinks(_ session: HostSession) async throws(SessionFactory.Failure) {
        guard let scheme = configuration.returnScheme else { return }
        var state: SecretValue?
        if let reference = configuration.returnState {
            do throws(SecretError) {
                let request = SecretRequest(
                    integration: configuration.integration.name, environment: configuration.options.environment,
                    kiosk: configuration.hostName, session: "", reason: .start)
                let value = try await secrets.resolve(reference, for: request)
                redaction.add(secret: value.reveal())
                state = value
            } catch {
                throw SessionFactory.Failure(sentence: "returnState: \(error)", status: 4)
            }
        }
        returns = try await ReturnService(scheme, state: state, for: session)
    }

    private func start(_ session: HostSession, failing failure: PageFailure?) throws(SessionFactory.Failure) {
        let environment = configuration.options.environment
        let name = configuration.integration.summary
        let title = environment == .production ? name : "\(name) (\(environment))"
        do throws(InjectedScript.Failure) {
            try session.start(failing: failure) { [configuration, keeper] stage in
                if let keeper { return keeper.place(stage) }
                return HostWindow(
                    title: title, width: configuration.width, height: configuration.height, content: stage.widget)
            }
        } catch {
            throw SessionFactory.Failure(sentence: error.description, status: 2)
        }
    }
}
