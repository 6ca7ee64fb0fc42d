// What has happened, for those who wait for it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
package import TransomCore

/// Remembers a host's last events and finds the one that a command waits for.
///
/// A command finds what came after the last event that was found, so an event that comes between a click and the command
/// that waits for its event is not missed. Callable from any thread.
package final class EventLog: Sendable {
    /// A wish for an event.
    package struct Wish: Equatable, Sendable {
        /// A glob for its type.
        package let type: String
        /// What its data have to hold; objects may hold more.
        package let data: JSONValue?

        /// Makes a wish.
        package init(type: String, data: JSONValue? = nil) {
            self.type = type
            self.data = data
        }

        /// Whether an event is what is wished for.
        package func isMet(by event: Event) -> Bool {
            fnmatch(type, event.type, 0) == 0 && (data.map { Self.holds(event.data, $0) } ?? true)
        }

        private static func holds(_ value: JSONValue, _ wanted: JSONValue) -> Bool {
            guard case .object(let members) = value, case .object(let wishes) = wanted else { return value == wanted }
            return wishes.allSatisfy { name, wish in members[name].map { holds($0, wish) } ?? false }
        }
    }

    private struct Waiting {
        let id: Int
        let wish: Wish
        let answer: @Sendable (Event) -> Void
        let end: @Sendable () -> Void
    }

    private struct State {
        var events: [Event] = []
        var dropped = 0
        var found = 0
        var waiting: [Waiting] = []
        var count = 0
        var isOver = false
        var lastType: String?
    }

    private static let capacity = 2000

    private let state = Mutex(State())

    /// An empty log.
    package init() {}

    /// Takes an event.
    ///
    /// Whoever waits for it is called on this thread.
    package func add(_ event: Event) {
        let answer = state.withLock { state -> (@Sendable (Event) -> Void)? in
            state.events.append(event)
            if !event.type.hasPrefix("transom.control.") { state.lastType = event.type }
            if state.events.count > Self.capacity {
                state.events.removeFirst(Self.capacity / 2)
                state.dropped += Self.capacity / 2
            }
            guard let index = state.waiting.firstIndex(where: { $0.wish.isMet(by: event) }) else { return nil }
            state.found = state.dropped + state.events.count
            return state.waiting.remove(at: index).answer
        }
        answer?(event)
    }

    /// Calls back with the first event that meets a wish and came after the last one that was found.
    ///
    /// - Parameters:
    ///   - wish: What is waited for.
    ///   - end: Called where no event will come any more.
    ///   - answer: Called at once where it has come, else on the thread that adds it.
    /// - Returns: how to stop waiting.
    package func wait(
        for wish: Wish, orEnd end: @escaping @Sendable () -> Void = {}, _ answer: @escaping @Sendable (Event) -> Void
    ) -> @Sendable () -> Void {
        let (event, id, isOver) = state.withLock { state -> (Event?, Int, Bool) in
            for (index, event) in state.events.enumerated()
            where state.dropped + index >= state.found && wish.isMet(by: event) {
                state.found = state.dropped + index + 1
                return (event, 0, false)
            }
            state.count += 1
            if !state.isOver { state.waiting.append(Waiting(id: state.count, wish: wish, answer: answer, end: end)) }
            return (nil, state.count, state.isOver)
        }
        if isOver { end() }
        guard event == nil else {
            event.map(answer)
            return {}
        }
        return { [weak self] in self?.state.withLock { $0.waiting.removeAll { $0.id == id } } }
    }

    /// No event will come any more.
    package func end() {
        let all = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in all { waiting.end() }
    }

    /// The events that are remembered.
    package var events: [Event] { state.withLock { $0.events } }

    /// The last event of a type that a wish names, whatever its data.
    package func nearest(to wish: Wish) -> Event? {
        state.withLock { $0.events.last { fnmatch(wish.type, $0.type, 0) == 0 } }
    }

    /// The event of any type whose name is most like that of a wish: the same but for its last word.
    package func alike(_ wish: Wish) -> Event? {
        guard let dot = wish.type.lastIndex(of: ".") else { return nil }
        let start = String(wish.type[...dot])
        let stem = wish.type[wish.type.index(after: dot)...].split(separator: "_").first.map(String.init) ?? ""
        return state.withLock { state in
            state.events.last { $0.type.hasPrefix(start) && !stem.isEmpty && $0.type.hasPrefix(start + stem) }
        }
    }

    /// The type of the last event that is no answer to a command.
    package var lastType: String? { state.withLock { $0.lastType } }

    /// What is told of a wish that was not met: what was wanted, and what came nearest.
    ///
    /// - Parameters:
    ///   - wish: What was waited for.
    ///   - verb: The command that waited.
    ///   - time: How long.
    ///   - now: The time of day.
    package func report(_ wish: Wish, verb: String, within time: Duration, now: WallTime) -> String {
        var text = "\(verb) \(wish.type): not seen in \(Self.seconds(time)) s"
        if let data = wish.data { text += "\n    wanted   \(JSONText.spaced(data))" }
        if let nearest = nearest(to: wish) ?? alike(wish) {
            let tenths = max(
                0,
                (now.seconds - nearest.time.seconds) * 10
                    + Int64(now.nanoseconds - nearest.time.nanoseconds) / 100_000_000)
            text +=
                "\n    nearest  \(nearest.type) \(JSONText.spaced(nearest.data))   \(tenths / 10).\(tenths % 10) s ago"
        } else if let last = lastType {
            text += "\n    last event  \(last)"
        }
        return text
    }

    private static func seconds(_ time: Duration) -> String {
        let parts = time.components
        let tenths = parts.attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(parts.seconds)" : "\(parts.seconds).\(tenths)"
    }
}
