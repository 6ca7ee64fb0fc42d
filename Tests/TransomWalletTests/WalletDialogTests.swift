// The host's own dialogs, pressed and typed into.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomWallet

@MainActor
final class WalletDialogTests: XCTestCase {
    override func setUp() async throws {
        // Starts GTK.
        _ = WKWebView.self.init(frame: .zero)
        LogWatch.start()
    }

    override func tearDown() async throws {
        let heard = LogWatch.heard
        XCTAssertEqual(heard, [])
    }

    private func dialog(_ question: WalletQuestion) -> (WalletDialog, () -> [WalletAnswer]) {
        let dialog = WalletDialog(question, origin: "app://ukey")
        var answers: [WalletAnswer] = []
        dialog.onAnswer = { answers.append($0) }
        return (dialog, { answers })
    }

    func testThePINIsEnteredByPositions() async {
        let (dialog, answers) = dialog(.pin)
        dialog.press(.yes)
        XCTAssertEqual(answers(), [])
        for position in [7, 5, 3, 3] { dialog.press(.position(position)) }
        XCTAssertEqual(dialog.count, 4)
        dialog.press(.delete)
        dialog.press(.yes)
        dialog.press(.yes)
        XCTAssertEqual(answers(), [.entered("753")])
        XCTAssertEqual(dialog.count, 0)
    }

    func testAPINHasNoMoreThanFiftyPositions() async {
        let (dialog, answers) = dialog(.pin)
        for _ in 0..<60 { dialog.press(.position(9)) }
        dialog.press(.yes)
        XCTAssertEqual(answers(), [.entered(String(repeating: "9", count: 50))])
    }

    func testNumberKeysHaveThePlacesOfTheKeypad() async {
        let (dialog, answers) = dialog(.pin)
        for key in [GDK_KEY_7, GDK_KEY_KP_1, GDK_KEY_9, GDK_KEY_BackSpace, GDK_KEY_0, GDK_KEY_a] {
            _ = dialog.typed(UInt32(key))
        }
        dialog.press(.yes)
        XCTAssertEqual(answers(), [.entered("71")])
    }

    func testEveryQuestionCanBeCancelledByButtonAndByKey() async {
        for question in [
            WalletQuestion.search, .pin, .passphrase, .confirm(message: "x"), .passkey,
        ] {
            let (pressed, first) = dialog(question)
            pressed.press(.cancel)
            XCTAssertEqual(first(), [.cancelled])
            let (typed, second) = dialog(question)
            XCTAssertTrue(typed.typed(UInt32(GDK_KEY_Escape)))
            XCTAssertEqual(second(), [.cancelled])
        }
    }

    func testAPassphraseAndAPasskeyAreTyped() async {
        let (passphrase, first) = dialog(.passphrase)
        passphrase.press(.text("geheim é"))
        XCTAssertTrue(passphrase.typed(UInt32(GDK_KEY_Return)))
        XCTAssertEqual(first(), [.entered("geheim é")])
        let (onDevice, second) = dialog(.passphrase)
        onDevice.press(.onDevice)
        XCTAssertEqual(second(), [.onDevice])
        let (passkey, third) = dialog(.passkey)
        for bad in ["", "12345", "12345a"] {
            passkey.press(.text(bad))
            passkey.press(.yes)
        }
        XCTAssertEqual(third(), [])
        passkey.press(.text("012345"))
        passkey.press(.yes)
        XCTAssertEqual(third(), [.entered("012345")])
    }

    func testThePagesWordsAreAQuotationOnOneShortLine() async throws {
        let message = "Amount: 0.001\n\u{202E}" + String(repeating: "x", count: 5000)
        let (dialog, _) = dialog(.confirm(message: message))
        let labels = Self.labels(in: dialog.widget)
        XCTAssertTrue(labels.contains("Asked for by app://ukey"))
        let quotation = try XCTUnwrap(labels.first { $0.hasPrefix("From the page: “Amount: 0.001 xxx") })
        XCTAssertLessThan(quotation.count, 230)
        XCTAssertFalse(quotation.contains("\n") || quotation.contains("\u{202E}"))
    }

    func testADialogLeavesNothing() async throws {
        weak var dialog: WalletDialog?
        var watch: LeakWatch?
        do {
            let made = WalletDialog(.pin, origin: "app://ukey")
            made.press(.position(1))
            dialog = made
            watch = LeakWatch(UnsafeMutableRawPointer(made.widget))
        }
        XCTAssertNil(dialog)
        try await eventually("the widget to go") { watch?.isFinalised == true }
    }

    /// The texts of all labels below a widget.
    static func labels(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
        let collector = Collector()
        collect(widget, collector)
        return collector.texts
    }

    private final class Collector {
        var texts: [String] = []
    }

    private static func collect(_ widget: UnsafeMutablePointer<GtkWidget>, _ collector: Collector) {
        let raw = UnsafeMutableRawPointer(widget)
        let type = raw.assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(type, gtk_label_get_type()) != 0 {
            let text = gtk_label_get_text(raw.assumingMemoryBound(to: GtkLabel.self))
            if let text { collector.texts.append(String(cString: text)) }
        }
        guard g_type_check_instance_is_a(type, gtk_container_get_type()) != 0 else { return }
        let children = gtk_container_get_children(raw.assumingMemoryBound(to: GtkContainer.self))
        defer { g_list_free(children) }
        var next = children
        while let node = next {
            if let data = node.pointee.data { collect(data.assumingMemoryBound(to: GtkWidget.self), collector) }
            next = node.pointee.next
        }
    }
}
