// Waiting for an event in a test.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore

/// Waits for an event, in real time.
struct EventRequest: Sendable {
    let type: String
    let data: JSONValue?
    let time: Duration?
    let target: CommandTarget

    /// The event, or a failure that says what came nearest.
    func wait(_ backend: any Backend) async throws -> Event {
        let wish = EventLog.Wish(type: type, data: data)
        let time = time ?? .seconds(10)
        if let event = await EventWait(backend.log).next(wish, within: time) { return event }
        let sentence = backend.log.report(wish, verb: "event", within: time, now: SystemHostClock().wall)
        let request = CommandRequest(.expect(event: type, data: data), target: target)
        throw await TestFailure.collect(request, NotSeen(description: sentence), backend)
    }

    private struct NotSeen: Error, CustomStringConvertible {
        let description: String
    }
}
