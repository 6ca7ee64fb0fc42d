// What has happened, for those who wait for it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import TransomCore

/// Remembers a host's last events and finds the one that a command waits for.
///
/// A command finds what came after the last event that was found, so an event that comes between a click and the command
/// that waits for its event is not missed.
@MainActor
package final class EventLog {
    /// A wish for an event.
    package struct Wish: Equatable {
        /// A glob for its type.
        package let type: String
        /// What its data have to hold; objects may hold more.
        package let data: JSONValue?

        /// Makes a wish.
        package init(type: String, data: JSONValue? = nil) {
            self.type = type
            self.data = data
        }

        func isMet(by event: Event) -> Bool {
            fnmatch(type, event.type, 0) == 0 && (data.map { Self.holds(event.data, $0) } ?? true)
        }

        private static func holds(_ value: JSONValue, _ wanted: JSONValue) -> Bool {
            guard case .object(let members) = value, case .object(let wishes) = wanted else { return value == wanted }
            return wishes.allSatisfy { name, wish in members[name].map { holds($0, wish) } ?? false }
        }
    }

    private static let capacity = 2000

    private var events: [Event] = []
    private var dropped = 0
    private var found = 0
    private var waiting: [(id: Int, wish: Wish, answer: (Event) -> Void)] = []
    private var count = 0

    /// An empty log.
    package init() {}

    /// Takes an event.
    package func add(_ event: Event) {
        events.append(event)
        if events.count > Self.capacity {
            events.removeFirst(Self.capacity / 2)
            dropped += Self.capacity / 2
        }
        guard let index = waiting.firstIndex(where: { $0.wish.isMet(by: event) }) else { return }
        found = dropped + events.count
        waiting.remove(at: index).answer(event)
    }

    /// Calls back with the first event that meets a wish and came after the last one that was found.
    ///
    /// - Returns: how to stop waiting.
    func wait(for wish: Wish, _ answer: @escaping (Event) -> Void) -> () -> Void {
        for (index, event) in events.enumerated() where dropped + index >= found && wish.isMet(by: event) {
            found = dropped + index + 1
            answer(event)
            return {}
        }
        count += 1
        let id = count
        waiting.append((id, wish, answer))
        return { [weak self] in self?.waiting.removeAll { $0.id == id } }
    }

    /// The last event of a type that a wish names, whatever its data.
    func nearest(to wish: Wish) -> Event? {
        events.last { fnmatch(wish.type, $0.type, 0) == 0 }
    }

    /// The type of the last event that is no answer to a command.
    var lastType: String? {
        events.last { !$0.type.hasPrefix("transom.control.") }?.type
    }
}
