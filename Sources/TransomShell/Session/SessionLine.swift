// The sessions of one run, one after another.
// SPDX-License-Identifier: Apache-2.0

/// Leads from any session of a run to the one that is open now, and keeps none of them.
final class SessionLine {
    /// The session that is open; nil where no other one has followed the first.
    weak var current: HostSession?
}
