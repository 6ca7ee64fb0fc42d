// A changed configuration, taken while the host runs.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension HostApplication {
    /// Reads the configuration again, and takes it as soon as nobody is using the host; a wrong one changes nothing.
    ///
    /// What the window, the events' sinks and the name of the host are stays as it was until the next start.
    func reload() {
        guard let read = rereading else { return }
        switch read() {
        case .success(let changed) where changed.integration.name == configuration.integration.name:
            changes = changed
            takeChanges()
        case .success(let changed):
            reject([
                "the configuration opens \(changed.integration.name) in the place of "
                    + "\(configuration.integration.name), which takes a restart"
            ])
        case .failure(let mistakes): reject(mistakes.all.map(\.description))
        }
    }

    /// Begins another session with the changed configuration, unless somebody is at this one; where none could begin, tries
    /// again at once.
    func takeChanges() {
        guard changes != nil, !isResetting, !isOver else { return }
        // What is wrong may be what has changed.
        if isOutOfService { return tryAgain() }
        guard let session, session.ending == nil else { return }
        let isInUse = keeper?.isInUse ?? (!session.popups.isEmpty || session.sheets?.openID != nil)
        guard !isInUse, !session.isPaying else { return }
        reset(.configuration)
    }

    /// Puts the changed configuration in force, between two sessions.
    func putChangesInForce() {
        guard var changed = changes else { return }
        changes = nil
        (changed.presentation, changed.events, changed.hostName) = (
            configuration.presentation, configuration.events, configuration.hostName
        )
        configuration = changed
        factory = makeFactory()
        keeper?.take(changed)
        tell(EventDraft("transom.config.reloaded", [:]))
        say("run \(configuration.integration.name): the changed configuration is in force")
    }

    private func reject(_ mistakes: [String]) {
        tell(EventDraft("transom.config.rejected", ["mistakes": .array(mistakes.map(JSONValue.string))]))
        for mistake in mistakes { say(mistake) }
        say("run \(configuration.integration.name): the configuration stays as it was")
    }
}

extension HostKeeper {
    /// Takes what it needs of a changed configuration.
    package func take(_ configuration: HostConfiguration) {}
}
