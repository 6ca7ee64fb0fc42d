// A sheet's place over the home page.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims
import WebKit

/// A framed page over a home page's, with the true origin in its bar and a button that closes it.
///
/// What lies under it can neither be touched nor reached with the keyboard.
final class SheetSurface: Surface {
    var onClose: (() -> Void)?
    /// The home page's session is told, and tells the sheet.
    var onFocus: (() -> Void)?

    private let frame: TitledFrame
    private let root: ObjectRef
    private weak var home: HostSession?
    private weak var stage: PageStage?
    private var isShown = false
    private var isDestroyed = false

    /// Lays a sheet over a home page.
    ///
    /// - Parameters:
    ///   - content: The sheet's own stage.
    ///   - home: The session whose page it covers.
    ///   - title: What the bar says until the origin is known.
    init(content: PageStage, over home: HostSession, title: String) {
        frame = TitledFrame(content: content.widget, title: title)
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        self.home = home
        stage = home.stage
        WindowStyle.add("transom-sheet", to: transom_widget(root.pointer))
        WindowStyle.add("transom-sheet-frame", to: frame.widget)
        gtk_widget_set_margin_top(frame.widget, 20)
        gtk_box_pack_start(transom_box(root.pointer), frame.widget, 1, 1, 0)
        gtk_widget_show(transom_widget(root.pointer))
        frame.onClose = { [weak self] in self?.onClose?() }
        show()
    }

    /// The window that the home page is in.
    var window: HostWindow? { home?.surface?.window }

    /// Shows the sheet, or shows it again.
    func show() {
        guard !isShown, !isDestroyed else { return }
        isShown = true
        stage?.cover(with: transom_widget(root.pointer), isModal: true)
    }

    /// Takes the sheet off the home page and keeps it.
    func hide() {
        guard isShown else { return }
        isShown = false
        stage?.uncover(transom_widget(root.pointer))
    }

    /// Shows an origin in the bar.
    func setOrigin(_ origin: String) {
        frame.title = origin == "null" ? "about:blank" : origin
    }

    func raise() {
        home?.surface?.raise()
    }

    /// What the bar says.
    var title: String { frame.title }

    func writePicture(to path: String, hiding hidden: [WKWebView]) -> String? {
        home?.surface?.writePicture(to: path, hiding: hidden)
    }

    func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        hide()
        gtk_widget_destroy(transom_widget(root.pointer))
    }

    isolated deinit {
        destroy()
    }
}
