// Who observes which properties.
// SPDX-License-Identifier: Apache-2.0

/// One closure and the properties that it is called for.
@MainActor
final class PropertyObserver {
    /// When a closure is called.
    enum Moment {
        case initial
        case before
        case after
    }

    /// The properties that its key path reads.
    let properties: Set<ObservableProperty>
    /// Calls the closure.
    let call: (Moment) -> Void

    init(properties: Set<ObservableProperty>, call: @escaping (Moment) -> Void) {
        self.properties = properties
        self.call = call
    }
}
