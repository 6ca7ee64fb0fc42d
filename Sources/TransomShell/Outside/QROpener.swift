// A link for the phone in somebody's hand.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomGLib
import TransomWebKitShims

/// Shows a link as a QR code over the page, with the host that it leads to in words, instead of opening it here.
///
/// For kiosks and for links to apps that only a phone has.
final class QROpener: ExternalOpener {
    private weak var stage: PageStage?
    private var frame: TitledFrame?
    private var onDismissed: (() -> Void)?

    /// `qr`.
    let name = "qr"

    /// Shows the code.
    ///
    /// A second link takes the place of the first.
    func open(_ url: String, completion: @escaping (String?) -> Void) {
        guard let stage else { return completion("there is no window to show it in") }
        // Read from where somebody stands before a large screen, too.
        let side = min(max(280, stage.shorterSide * 2 / 5), 640)
        guard let code = QRCode(url), let picture = code.picture(scale: max(3, side / (code.width + 8))) else {
            return completion("the link is too long for a QR code")
        }
        _ = dismiss()
        let frame = TitledFrame(
            content: Self.content(picture, target: Redaction.origin(of: url)), title: HostText.scanTitle())
        frame.onClose = { [weak self] in
            if self?.dismiss() ?? false { self?.onDismissed?() }
        }
        self.frame = frame
        stage.cover(with: frame.widget)
        completion(nil)
    }

    /// Shows codes on this stage from now on.
    package func stand(on stage: PageStage) {
        self.stage = stage
    }

    /// Tells of a person who closes the code.
    package func whenDismissed(_ body: @escaping () -> Void) {
        onDismissed = body
    }

    /// Takes the code away.
    ///
    /// Returns whether there was one.
    package func dismiss() -> Bool {
        guard let frame else { return false }
        self.frame = nil
        stage?.uncover(frame.widget)
        return true
    }

    private static func content(_ picture: ObjectRef, target: String) -> UnsafeMutablePointer<GtkWidget> {
        let outer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 20)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        let image = gtk_image_new_from_pixbuf(OpaquePointer(picture.pointer))
        transom_widget_set_accessible_name(image, "QR code that leads to \(target)")
        gtk_box_pack_start(transom_box(box), image, 0, 0, 0)
        for (text, style) in [(HostText.scanHeading(), "title"), (HostText.scanTarget(["target": target]), "detail")] {
            let label = gtk_label_new(text)
            gtk_label_set_line_wrap(transom_label(label), 1)
            gtk_label_set_justify(transom_label(label), GTK_JUSTIFY_CENTER)
            WindowStyle.add(style, to: label)
            gtk_box_pack_start(transom_box(box), label, 0, 0, 0)
        }
        WindowStyle.add("transom-qr", to: outer)
        gtk_box_set_center_widget(transom_box(outer), box)
        gtk_widget_show_all(outer)
        // A new container is never null; it is floating until the frame takes it.
        return outer ?? transom_widget(nil)
    }
}
