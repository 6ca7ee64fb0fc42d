// Which of a delegate's optional methods its class has.
// SPDX-License-Identifier: Apache-2.0

/// Tells whether a call reached the user's method or this module's default for it.
///
/// Apple asks `responds(to:)`. Swift protocols have no optional requirements on Linux, so each default says that it was
/// reached.
@MainActor
enum Optionality {
    private static var defaultsReached: UInt = 0

    /// Called by each default.
    static func reachedDefault() {
        defaultsReached &+= 1
    }

    /// Calls a delegate method and returns whether it is the user's own.
    static func isImplemented(_ call: () -> Void) -> Bool {
        let before = defaultsReached
        call()
        return defaultsReached == before
    }

    private static var isAsyncDefault = false

    /// Called by each default that is async, right before it returns.
    static func reachedAsyncDefault() {
        isAsyncDefault = true
    }

    /// Whether the async call that has just returned was a default.
    static func tookAsyncDefault() -> Bool {
        defer { isAsyncDefault = false }
        return isAsyncDefault
    }
}
