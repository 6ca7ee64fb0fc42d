// A place in a configuration file.
// SPDX-License-Identifier: Apache-2.0

/// A place in a configuration file, in the form that editors and terminals follow.
public struct ConfigurationPlace: Sendable, Equatable, CustomStringConvertible {
    /// The file, as it was given.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// Makes a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `FILE:LINE:COLUMN`.
    public var description: String { "\(file):\(line):\(column)" }
}
