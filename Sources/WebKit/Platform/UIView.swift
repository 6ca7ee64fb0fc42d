// What a web view has on iOS because it is a UIView, and cannot have here.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Each names a type or a tree of views that Linux lacks; the message says what to do instead.
extension WKWebView {
    /// Not there: a web view's surroundings are GTK widgets.
    @available(*, unavailable, message: "A web view on Linux is a GTK widget and has no superview.")
    public var superview: WKWebView? { fatalError() }

    /// Not there: a web view has no views in it.
    @available(*, unavailable, message: "A web view on Linux is a GTK widget and has no subviews.")
    public var subviews: [WKWebView] { fatalError() }

    /// Not there: a window is GTK's.
    @available(*, unavailable, message: "A web view on Linux is a GTK widget and has no UIWindow.")
    public var window: NSObject? { fatalError() }

    /// Not there: a web view has no views in it.
    @available(*, unavailable, message: "A web view on Linux is a GTK widget and has no subviews.")
    public func addSubview(_ view: WKWebView) { fatalError() }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var translatesAutoresizingMaskIntoConstraints: Bool {
        get { fatalError() }
        set { _ = newValue }
    }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var topAnchor: NSObject { fatalError() }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var bottomAnchor: NSObject { fatalError() }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var leadingAnchor: NSObject { fatalError() }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var trailingAnchor: NSObject { fatalError() }

    /// Not there: GTK lays out.
    @available(*, unavailable, message: "There is no Auto Layout on Linux: GTK's containers lay a web view out.")
    public var autoresizingMask: Int {
        get { fatalError() }
        set { _ = newValue }
    }

    /// Not there: GTK draws.
    @available(*, unavailable, message: "There is no Core Animation on Linux.")
    public var layer: NSObject { fatalError() }

    /// Not there: GTK gives touches to the page.
    @available(*, unavailable, message: "There are no gesture recognizers on Linux: the page gets every touch.")
    public func addGestureRecognizer(_ gestureRecognizer: NSObject) { fatalError() }

    /// Not there: what is behind a page is the web view's own.
    @available(*, unavailable, renamed: "underPageBackgroundColor")
    public var backgroundColor: UIColor? {
        get { fatalError() }
        set { _ = newValue }
    }

    /// Not there: a page that is not opaque has a clear colour behind it.
    @available(*, unavailable, message: "Set underPageBackgroundColor to .clear instead.")
    public var isOpaque: Bool {
        get { fatalError() }
        set { _ = newValue }
    }

    /// Not there: GTK lays out when it must.
    @available(*, unavailable, message: "GTK lays a web view out when it must.")
    public func layoutIfNeeded() { fatalError() }

    /// Not there: GTK moves the focus.
    @available(*, unavailable, message: "GTK moves the keyboard focus on Linux.")
    public func becomeFirstResponder() -> Bool { fatalError() }
}
