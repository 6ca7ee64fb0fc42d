// Which spelling of evaluateJavaScript a call came through.
// SPDX-License-Identifier: Apache-2.0

/// On iOS the two spellings of `evaluateJavaScript` are one method, so that a subclass which overrides either sees every
/// script.
///
/// Here each spelling of the base class goes through the other once; a script that has been through both goes to the
/// engine.
@MainActor
enum EvaluationSpelling {
    @TaskLocal private static var isInside = false

    /// Whether the script in hand has been through the other spelling.
    static var isBetweenSpellings: Bool {
        isInside
    }

    /// Calls the spelling with a completion handler.
    static func betweenSpellings(_ call: () -> Void) {
        $isInside.withValue(true) { call() }
    }

    /// Calls the spelling that is `async`; it starts here and now.
    static func throughOther(_ call: @escaping @MainActor () async -> Void) {
        $isInside.withValue(true) {
            _ = Task.immediate { @MainActor in await call() }
        }
    }
}
