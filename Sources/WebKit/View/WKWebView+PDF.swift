// Pages as PDF.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension WKWebView {
    /// The longest side of a sheet in CSS pixels: what PDF readers show.
    private static let longestSide = 19_200.0

    /// Makes a PDF of the page on one sheet as large as the page; a very long page goes on on further sheets.
    ///
    /// `webkit_print_operation_print`.
    ///
    /// - Parameters:
    ///   - pdfConfiguration: What it shows.
    ///   - completionHandler: Gets the file's contents, or an error.
    @preconcurrency public func createPDF(
        configuration pdfConfiguration: WKPDFConfiguration = .init(),
        completionHandler: @escaping @MainActor @Sendable (Result<Data, any Error>) -> Void
    ) {
        guard !isInvalidated else { return completionHandler(.failure(WKError(.webViewInvalidated))) }
        if let rect = pdfConfiguration.rect {
            return print(Double(rect.width), Double(rect.height), isWhole: false, completionHandler)
        }
        let script = "(() => { const e = document.documentElement; return [e.scrollWidth, e.scrollHeight].join() })()"
        evaluateJavaScript(script) { [weak self] value, _ in
            let sides = (value as? String)?.split(separator: ",").compactMap { Double($0) } ?? []
            let frame = self?.frame ?? .zero
            self?.print(
                sides.first ?? Double(frame.width), sides.count == 2 ? sides[1] : Double(frame.height),
                isWhole: true, completionHandler)
            if self == nil { completionHandler(.failure(WKError(.webViewInvalidated))) }
        }
    }

    /// A PDF of the page on one sheet as large as the page.
    ///
    /// - Throws: `WKError` where it cannot be made.
    public func pdf(configuration: WKPDFConfiguration = .init()) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            createPDF(configuration: configuration) { continuation.resume(with: $0) }
        }
    }

    private func print(
        _ width: Double, _ height: Double, isWhole: Bool,
        _ completionHandler: @escaping (Result<Data, any Error>) -> Void
    ) {
        guard !isInvalidated else { return completionHandler(.failure(WKError(.webViewInvalidated))) }
        func side(_ length: Double) -> Double { length.isFinite ? min(max(length, 1), Self.longestSide) : 1 }
        PDFPrint.begin(
            webView, width: side(width), height: side(height), isWhole: isWhole && height <= Self.longestSide,
            then: completionHandler)
    }
}
