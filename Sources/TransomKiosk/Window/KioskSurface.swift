// A session's place in a kiosk's window.
// SPDX-License-Identifier: Apache-2.0

import TransomShell
import WebKit

/// The place of one session's stage in the window that stays.
final class KioskSurface: Surface {
    var onClose: (() -> Void)?
    var onFocus: (() -> Void)?

    private weak var kiosk: KioskWindow?
    private let stage: PageStage

    init(_ stage: PageStage, in kiosk: KioskWindow) {
        self.stage = stage
        self.kiosk = kiosk
        kiosk.show(stage.widget)
    }

    /// None: a kiosk's popups are shown over the page.
    var window: HostWindow? { nil }

    /// A kiosk has no title bar.
    func setOrigin(_ origin: String) {}

    func raise() {}

    func writePicture(to path: String, hiding hidden: [WKWebView]) -> String? {
        guard let kiosk else { return "there is no window any more" }
        return kiosk.writePicture(to: path, hiding: hidden)
    }

    func destroy() {
        kiosk?.remove(stage.widget)
    }
}
