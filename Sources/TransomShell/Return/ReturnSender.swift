// Delivers a return link to the run that waits for it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
package import TransomDBus
import TransomGLib

/// Delivers a return link: what `transom return` does.
package final class ReturnSender {
    /// What became of a link.
    package nonisolated enum Delivery: Equatable, Sendable {
        /// A run waited for its state.
        case taken
        /// A run of its scheme was woken, which waits for another state or for none.
        case woken
        /// Runs take return links, and none of this scheme.
        case noScheme
        /// The run of its scheme has had too many links.
        case busy
        /// No run takes return links.
        case nobody
        /// There is no bus; why.
        case noBus(String)
    }

    /// Delivers a link on the process's first thread, and returns what became of it.
    package static func deliver(_ link: String, on bus: DBusAddress = .session) -> Delivery {
        var delivery = Delivery.nobody
        Task {
            do throws(DBusError) {
                delivery = try await ReturnSender().send(link, on: bus)
            } catch {
                delivery = .noBus("\(error)")
            }
            MainLoop.quit()
        }
        MainLoop.run()
        return delivery
    }

    /// Offers a link to every run that takes return links, until one of them takes it.
    func send(_ link: String, on bus: DBusAddress) async throws(DBusError) -> Delivery {
        let connection = try await DBusConnection.connect(to: bus)
        defer { connection.close() }
        let owners: [String]
        do throws(DBusError) {
            let queue = ReturnBus.bus("ListQueuedOwners", [.string(ReturnBus.name)], reply: "as")
            owners = try await connection.call(queue).first?.asStrings ?? []
        } catch {
            guard error.remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
            return .nobody
        }
        var stranger: String?
        var isBusy = false
        for owner in owners {
            switch await offer(link, to: owner, connection) {
            case .taken: return .taken
            case .stranger: stranger = stranger ?? owner
            case .busy: isBusy = true
            case .scheme, .refused, nil: break
            }
        }
        guard let stranger else { return owners.isEmpty ? .nobody : isBusy ? .busy : .noScheme }
        _ = try? await connection.call(call("Wake", link, to: stranger, reply: ""))
        return .woken
    }

    /// Nil where the run does not answer: it may be ending.
    private func offer(_ link: String, to owner: String, _ connection: DBusConnection) async -> ReturnGate.Outcome? {
        let answer = try? await connection.call(call("Offer", link, to: owner, reply: "s"))
        return answer?.first?.asString.flatMap(ReturnGate.Outcome.init(rawValue:))
    }

    private func call(_ method: String, _ link: String, to owner: String, reply: String) -> DBusCall {
        DBusCall(
            owner, ReturnBus.path, ReturnBus.name, method, [.string(link)], reply: reply, deadline: ReturnBus.deadline)
    }
}
