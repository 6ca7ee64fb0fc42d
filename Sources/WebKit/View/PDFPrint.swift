// Printing a page into a PDF.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

/// One `WebKitPrintOperation` into a file that only this process can read.
@MainActor
final class PDFPrint {
    private let operation: ObjectRef
    private let path: String
    private var connections: [SignalConnection] = []
    private var answer: OneShot<Result<Data, any Error>>?

    private static var running: [ObjectIdentifier: PDFPrint] = [:]

    /// Begins to print a page on one sheet of paper.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - width: The paper's width in CSS pixels.
    ///   - height: Its height.
    ///   - isWhole: Whether all of the page fits on the sheet.
    ///   - then: Gets the file's contents or why there is none.
    static func begin(
        _ view: UnsafeMutablePointer<WebKitWebView>, width: Double, height: Double, isWhole: Bool,
        then: @escaping (Result<Data, any Error>) -> Void
    ) {
        do throws(RunFolder.Failure) {
            let print = PDFPrint(view, try RunFolder.path() + "/\(UUID().uuidString).pdf", width, height, isWhole, then)
            running[ObjectIdentifier(print)] = print
            webkit_print_operation_print(print.operation.assuming())
            MainLoop.wake()
        } catch {
            then(.failure(WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: error.description])))
        }
    }

    private init(
        _ view: UnsafeMutablePointer<WebKitWebView>, _ path: String, _ width: Double, _ height: Double,
        _ isWhole: Bool, _ then: @escaping (Result<Data, any Error>) -> Void
    ) {
        self.path = path
        operation = ObjectRef(adopting: UnsafeMutableRawPointer(webkit_print_operation_new(view)))
        answer = OneShot(ifDropped: .failure(WKError(.unknown)), then)
        let settings = gtk_print_settings_new()
        // The name of GTK's printer for files is translated.
        gtk_print_settings_set_printer(settings, g_dgettext("gtk30", "Print to File"))
        gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, "file://" + path)
        gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        // A CSS pixel is three quarters of a point.
        // The engine rounds the height of a sheet down, and what is as high as that goes on on a second one. So the sheet is
        // a little higher, and a page that fits on it has no other.
        let slack = 4 + height * 0.004
        let size = gtk_paper_size_new_custom("page", "page", width * 0.75, (height + slack) * 0.75, GTK_UNIT_POINTS)
        if isWhole {
            gtk_print_settings_set_print_pages(settings, GTK_PRINT_PAGES_RANGES)
            var first = GtkPageRange(start: 0, end: 0)
            gtk_print_settings_set_page_ranges(settings, &first, 1)
        }
        let setup = gtk_page_setup_new()
        gtk_page_setup_set_paper_size(setup, size)
        for set in [
            gtk_page_setup_set_top_margin, gtk_page_setup_set_bottom_margin, gtk_page_setup_set_left_margin,
            gtk_page_setup_set_right_margin,
        ] { set(setup, 0, GTK_UNIT_POINTS) }
        gtk_paper_size_free(size)
        webkit_print_operation_set_print_settings(operation.assuming(), settings)
        webkit_print_operation_set_page_setup(operation.assuming(), setup)
        g_object_unref(UnsafeMutableRawPointer(settings))
        g_object_unref(UnsafeMutableRawPointer(setup))
        typealias Weak = WeakReference<PDFPrint>
        connections = [
            SignalConnection(operation.pointer, Weak(self)) { object, data, destroy in
                transom_connect_print_failed(
                    object,
                    { _, error, data in
                        guard let error else { return }
                        let sentence = GLibError(copying: error).message
                        CallbackBox<Weak>.value(at: data)?.object?.failed(sentence)
                    }, data, destroy)
            },
            SignalConnection(operation.pointer, Weak(self)) { object, data, destroy in
                transom_connect_print_finished(
                    object, { _, data in CallbackBox<Weak>.value(at: data)?.object?.finished() }, data, destroy)
            },
        ]
    }

    private func failed(_ sentence: String) {
        answer?.answer(.failure(WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: sentence])))
    }

    /// Comes after a failure as well.
    private func finished() {
        if let data = FileManager.default.contents(atPath: path) {
            answer?.answer(.success(data))
        } else {
            failed("the page could not be printed")
        }
        unlink(path)
        Self.running[ObjectIdentifier(self)] = nil
    }
}
