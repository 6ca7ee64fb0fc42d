// An engine that is replaced by an update while the host runs.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension HostApplication {
    /// Watches the files that the host runs from.
    func watchEngine() {
        let files = engineFiles ?? EngineWatch.loadedFiles()
        engineWatch = EngineWatch(files, settling: configuration.limits.updateSettling, scheduler: scheduler) {
            [weak self] in self?.engineWasReplaced($0)
        }
    }

    private func engineWasReplaced(_ path: String) {
        let name = String(path.split(separator: "/").last ?? "")
        isOutdated = true
        tell(EventDraft("transom.engine.updated", ["file": .string(name), "restarts": .bool(mayRestart)]))
        let rest = mayRestart ? "; this host ends when nobody uses it, to be started anew" : "; start this host anew"
        say("run \(configuration.integration.name): \(name) was replaced\(rest)")
        leaveWhenIdle()
    }

    /// Whether somebody starts this host again when it ends.
    private var mayRestart: Bool { keeper != nil && isService }

    /// Ends an outdated service, unless somebody is at its session.
    func leaveWhenIdle() {
        guard isOutdated, mayRestart, !isResetting, !isOver else { return }
        if let session, session.ending == nil, keeper?.isInUse == true || session.isPaying { return }
        // While no session is open there is nothing to end but the run.
        end(.updated)
    }

    /// Ends an outdated service, whose customer has gone.
    ///
    /// - Returns: Whether it ends.
    func leaveIfOutdated() -> Bool {
        guard isOutdated, mayRestart, !isOver else { return false }
        end(.updated)
        return true
    }
}
