// A command with all that belongs to it.
// SPDX-License-Identifier: Apache-2.0

/// A command with the id that its answer names, its target and its time-out: one line of the control pipe.
public struct CommandRequest: Sendable, Equatable {
    /// Names the request in `replyto` of the answers; nothing where no answer is wanted.
    public var id: String?
    /// What to do.
    public var command: Command
    /// In which view or frame.
    public var target: CommandTarget
    /// How long it may take; nothing stands for ``Limits/commandDeadline``.
    public var timeout: Duration?

    /// Makes a request.
    public init(_ command: Command, id: String? = nil, target: CommandTarget = .main, timeout: Duration? = nil) {
        self.id = id
        self.command = command
        self.target = target
        self.timeout = timeout
    }
}
