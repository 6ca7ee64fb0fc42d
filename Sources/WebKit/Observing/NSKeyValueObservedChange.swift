// One change of an observed property.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an observer is told of a change.
public struct NSKeyValueObservedChange<Value> {
    /// The kind as Apple names it.
    public typealias Kind = NSKeyValueChange

    /// What kind of change it is.
    public let kind: Kind
    /// The value after the change, where `new` was asked for.
    public let newValue: Value?
    /// The value before the change, where `old` was asked for; nil in the first call that `initial` asks for.
    public let oldValue: Value?
    /// Which members of a collection changed: nil, since no collection of a web view is observed.
    public let indexes: IndexSet?
    /// Whether the change is still to come, where `prior` was asked for.
    public let isPrior: Bool
}
