// The observers of one web view.
// SPDX-License-Identifier: Apache-2.0

/// Tells a view's observers about changes, by comparing its properties with what they were.
///
/// The engine tells each property's change by a signal of its own. All of them are compared at each signal, so that what
/// changed together is told together and in Apple's order.
@MainActor
final class PropertyObservers {
    private var observers: [UInt64: PropertyObserver] = [:]
    private var next: UInt64 = 0
    private var known: [ObservableProperty: AnyHashable] = [:]
    private var reads: Set<ObservableProperty>?
    private let current: (ObservableProperty) -> AnyHashable?

    /// Observers of what `current` gives.
    init(_ current: @escaping (ObservableProperty) -> AnyHashable?) {
        self.current = current
    }

    /// The properties that are read in a closure: a key path does not say what it leads to, and a subclass's is not equal to
    /// its base class's.
    func propertiesRead(in body: () -> Void) -> Set<ObservableProperty> {
        reads = []
        body()
        defer { reads = nil }
        return reads ?? []
    }

    /// Called by each observable property's getter.
    func willRead(_ property: ObservableProperty) {
        if reads != nil { reads?.insert(property) }
    }

    /// Whether nobody observes.
    var isEmpty: Bool {
        observers.isEmpty
    }

    /// Adds an observer and returns the number that removes it.
    func add(_ observer: PropertyObserver) -> UInt64 {
        for property in observer.properties where !isObserved(property) { known[property] = current(property) }
        next += 1
        observers[next] = observer
        return next
    }

    /// Removes an observer.
    func remove(_ number: UInt64) {
        observers[number] = nil
    }

    /// Tells what has changed since the last call.
    func update() {
        guard !observers.isEmpty else { return }
        var changes: [(property: ObservableProperty, value: AnyHashable?)] = []
        for property in ObservableProperty.allCases where isObserved(property) {
            let value = current(property)
            if value != known[property] { changes.append((property, value)) }
        }
        guard !changes.isEmpty else { return }
        for change in changes { tell(change.property, .before) }
        // An observer that loads or stops comes here again and must find what it is told about settled.
        for change in changes { known[change.property] = change.value }
        for change in changes.reversed() { tell(change.property, .after) }
    }

    private func isObserved(_ property: ObservableProperty) -> Bool {
        observers.values.contains { $0.properties.contains(property) }
    }

    private func tell(_ property: ObservableProperty, _ moment: PropertyObserver.Moment) {
        for (number, observer) in observers.sorted(by: { $0.key < $1.key })
        where observer.properties.contains(property) && observers[number] != nil {
            observer.call(moment)
        }
    }
}
