// What a session works with.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

extension HostSession {
    /// What a session works with; a test passes its own clock, deadlines and opener.
    package struct Surroundings {
        /// Where events go.
        package var stream: EventStream
        /// Monotonic and wall time.
        package var clock: any HostClock
        /// Deadlines.
        package var scheduler: any DeadlineScheduler
        /// Who opens what leaves.
        package var opener: any ExternalOpener
        /// Takes secrets out of everything that is written.
        package var redaction: Redaction
        /// Writes one line for people.
        package var say: (String) -> Void

        /// Collects what a session works with.
        package init(
            stream: EventStream, clock: any HostClock, scheduler: any DeadlineScheduler, opener: any ExternalOpener,
            redaction: Redaction, say: @escaping (String) -> Void
        ) {
            self.stream = stream
            self.clock = clock
            self.scheduler = scheduler
            self.opener = opener
            self.redaction = redaction
            self.say = say
        }
    }
}
