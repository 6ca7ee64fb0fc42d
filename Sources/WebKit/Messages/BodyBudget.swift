// How much of a value from a page is taken over.
// SPDX-License-Identifier: Apache-2.0

/// Bounds the work that one value of a page can cause on the main thread.
///
/// A page can send a value that is small where it is made and immense when it is taken over: an object that occurs in itself
/// many times, an array of no elements and a length of billions. A value costs 64 for each member and one for each
/// character.
@MainActor
enum BodyBudget {
    /// What a value may cost where nobody says otherwise: four million members, or a text of 256 MiB.
    static let standard = 256 * 1024 * 1024

    /// What the value in hand may cost.
    private(set) static var current = standard

    /// Runs a conversion with a budget of its own.
    static func with<Result>(_ budget: Int, _ body: () -> Result) -> Result {
        let before = current
        current = budget
        defer { current = before }
        return body()
    }
}
