// Observing a web view's properties with a closure.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What can be observed; Foundation has the protocol of this name on Apple's systems.
///
/// A protocol, so that a subclass's closure gets the subclass.
@preconcurrency @MainActor
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension WKWebView: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: WKWebView {
    /// Calls a closure on the main thread each time a property of the view changes, as key-value observing does on iOS.
    ///
    /// Observed are `title`, `url`, `isLoading`, `estimatedProgress`, `canGoBack`, `canGoForward`, `hasOnlySecureContent`,
    /// `themeColor`, `fullscreenState`, `cameraCaptureState` and `microphoneCaptureState`, and every key path that reads one of
    /// them. Properties that change together are told in Apple's order, before the delegate hears of the same event.
    ///
    /// - Parameters:
    ///   - keyPath: The property. One that is not observed says so on standard error and is never told.
    ///   - options: What the change holds.
    ///   - changeHandler: Called with the view and the change.
    /// - Returns: The observation; keep it as long as it is to last.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let properties = observers.propertiesRead { _ = self[keyPath: keyPath] }
        if properties.isEmpty {
            Diagnostics.report("observe was given a key path that reads no observable property of a web view")
        }
        var last = self[keyPath: keyPath]
        // The view owns its observers, so they must not own it.
        let observer = PropertyObserver(properties: properties) { [weak self] moment in
            guard let view = self else { return }
            let value = view[keyPath: keyPath]
            switch moment {
            case .initial:
                changeHandler(view, Self.change(new: value, old: nil, isPrior: false, options))
            case .before:
                guard options.contains(.prior) else { return }
                changeHandler(view, Self.change(new: nil, old: last, isPrior: true, options))
            case .after:
                let old = last
                last = value
                changeHandler(view, Self.change(new: value, old: old, isPrior: false, options))
            }
        }
        if options.contains(.initial) { observer.call(.initial) }
        let number = observers.add(observer)
        return NSKeyValueObservation { [weak self] in self?.observers.remove(number) }
    }

    private static func change<Value>(
        new: Value?, old: Value?, isPrior: Bool, _ options: NSKeyValueObservingOptions
    ) -> NSKeyValueObservedChange<Value> {
        NSKeyValueObservedChange(
            kind: .setting, newValue: options.contains(.new) ? new : nil,
            oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: isPrior)
    }
}
