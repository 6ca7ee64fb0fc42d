// What can be measured.
// SPDX-License-Identifier: Apache-2.0

/// A row of the table, by the name that it has on the command line.
enum Row: String, CaseIterable {
    /// The first message of the first view.
    case start
    /// Messages of one page, one after another, as fast as it posts them.
    case messages
    /// Messages with a reply, of which the page waits for each.
    case replies
    /// Calls into the page, each made when the one before has answered.
    case calls
    /// The same with an argument of 10 MiB.
    case bigCall = "big-call"
    /// So many views at once, and then stillness.
    case views
    /// Removals of all that a store holds, each with the page loaded again.
    case reset
    /// So many stores with a view each, one after another, and then stillness.
    case sessions
    /// Decisions of the navigation policy. It needs no display, and C has no counterpart.
    case policy
}
