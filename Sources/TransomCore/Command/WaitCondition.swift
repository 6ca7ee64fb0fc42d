// What a wait waits for.
// SPDX-License-Identifier: Apache-2.0

/// What a wait waits for.
public enum WaitCondition: Sendable, Equatable {
    /// An element is there and visible.
    case selector(String)
    /// An event whose type matches the glob comes, or has come since the last command.
    case event(String)
    /// The target's URL begins to match the glob.
    case url(String)
    /// The target has finished loading.
    case load
}
