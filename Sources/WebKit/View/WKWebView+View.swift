// A web view as a widget, and what of it can be observed.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import CTransomWebKit
import Foundation
import TransomGLib
import TransomGLibShims
import TransomWebKitShims

extension WKWebView {
    /// How far a change of the full-screen mode has got; the engine tells no phases between.
    public enum FullscreenState: Int, Sendable {
        /// The page is in its view.
        case notInFullscreen = 0
        /// The page is about to be alone on the screen.
        case enteringFullscreen = 1
        /// The page is alone on the screen.
        case inFullscreen = 2
        /// The page is about to be in its view again.
        case exitingFullscreen = 3
    }

    /// Whether an element of the page is alone on the screen.
    public var fullscreenState: FullscreenState {
        observers.willRead(.fullscreenState)
        return storedFullscreenState
    }

    /// The colour that the page asks the app to show around it, or nil.
    ///
    /// Read from the page's `theme-color` once it is loaded, from the first time that somebody asks: the engine's own property
    /// stays empty for it.
    public var themeColor: UIColor? {
        observers.willRead(.themeColor)
        if !theme.isWanted {
            theme.isWanted = true
            readThemeColor()
        }
        return theme.color
    }

    /// Asks the page for its colour where somebody wants to know.
    func readThemeColor() {
        guard theme.isWanted, mainDocument != nil else { return }
        evaluate(Self.themeScript, in: nil, world: .defaultClient) { [weak self] result in
            guard let self else { return }
            let parts = (try? result.get()) as? [Double] ?? []
            theme.color =
                parts.count == 4 ? UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]) : nil
            observers.update()
        }
    }

    private static let themeScript = """
        (() => {
            const meta = [...document.querySelectorAll('meta[name="theme-color" i]')].find((element) =>
                !element.media || matchMedia(element.media).matches);
            if (!meta || !document.documentElement) return null;
            const probe = document.createElement('span');
            probe.style.color = meta.content;
            if (!probe.style.color) return null;
            probe.style.display = 'none';
            document.documentElement.append(probe);
            const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).map(Number);
            probe.remove();
            return [parts[0] / 255, parts[1] / 255, parts[2] / 255, parts.length > 3 ? parts[3] : 1];
        })()
        """

    /// The certificates of the page's server; replaced by `serverTrust`.
    @available(*, deprecated, renamed: "serverTrust")
    public var certificateChain: [Any] {
        serverTrust?.certificateChainData ?? []
    }

    /// The certificate of the page's server.
    var certificate: UnsafeMutablePointer<GTlsCertificate>? {
        var certificate: UnsafeMutablePointer<GTlsCertificate>?
        var errors = GTlsCertificateFlags(rawValue: 0)
        guard !isInvalidated, webkit_web_view_get_tls_info(webView, &certificate, &errors) != 0 else { return nil }
        return certificate
    }

    /// Whether the widget is in a container.
    var isPlaced: Bool {
        !isInvalidated && gtk_widget_get_parent(widget) != nil
    }

    /// The rectangle that the container gave.
    var allocation: CGRect {
        var rectangle = GtkAllocation()
        gtk_widget_get_allocation(widget, &rectangle)
        return CGRect(
            x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width), height: Int(rectangle.height))
    }

    /// Gives a widget that is in no container the size of its frame, so that its page is laid out.
    func layOut() {
        let size = frame.size
        guard !isInvalidated, !isPlaced, size.width >= 1, size.height >= 1, size.width < 32768, size.height < 32768
        else { return }
        var least = GtkRequisition()
        // GTK wants to be asked before it is told.
        gtk_widget_get_preferred_size(widget, &least, nil)
        var rectangle = GtkAllocation(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
        gtk_widget_size_allocate(widget, &rectangle)
    }

    /// The value of an observable property.
    func value(of property: ObservableProperty) -> AnyHashable? {
        switch property {
        case .canGoBack: canGoBack
        case .canGoForward: canGoForward
        case .title: title
        case .isLoading: isLoading
        case .url: url
        case .hasOnlySecureContent: hasOnlySecureContent
        case .estimatedProgress: estimatedProgress
        case .themeColor: themeColor
        case .fullscreenState: fullscreenState
        case .cameraCaptureState: cameraCaptureState
        case .microphoneCaptureState: microphoneCaptureState
        }
    }

    /// Connects the signals that tell of changed properties.
    func connectObservations(
        _ on: ((UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong) -> Void
    ) {
        for name in [
            "title", "uri", "estimated-load-progress", "camera-capture-state",
            "microphone-capture-state",
        ] {
            on {
                transom_connect_notify(
                    $0, "notify::" + name,
                    { _, _, data in
                        CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object?.observers.update()
                    }, $1, $2)
            }
        }
        on {
            transom_connect_insecure_content_detected(
                $0,
                { _, _, data in
                    let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object
                    view?.hasInsecureContent = true
                    view?.observers.update()
                }, $1, $2)
        }
        on { transom_connect_enter_fullscreen($0, { _, data in fullscreen(data, .inFullscreen) }, $1, $2) }
        on { transom_connect_leave_fullscreen($0, { _, data in fullscreen(data, .notInFullscreen) }, $1, $2) }
        connections.append(
            SignalConnection(webkit_web_view_get_back_forward_list(webView), WeakReference(self)) {
                transom_connect_back_forward_list_changed(
                    $0,
                    { _, _, _, data in
                        CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object?.observers.update()
                    }, $1, $2)
            })
    }
}

@MainActor
private func fullscreen(_ data: UnsafeMutableRawPointer?, _ state: WKWebView.FullscreenState) -> gboolean {
    let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object
    view?.storedFullscreenState = state
    view?.observers.update()
    // The engine goes on and changes the window.
    return 0
}
