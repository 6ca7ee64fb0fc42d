// How long a request says its body is.
// SPDX-License-Identifier: Apache-2.0

/// How long a request says its body is, read without repair.
///
/// libsoup reads a length of `-1` as one without end, and takes one of two lengths. What two readers could understand
/// differently is no request here.
enum RequestFraming: Equatable {
    /// No body, or one of a length that is taken.
    case sound
    /// A body that is longer than what is taken, as an upload may be.
    case tooLong
    /// A body whose end is in its chunks.
    case chunked
    /// Fields that contradict each other or say nothing.
    case contradictory

    /// Reads the fields of a request.
    ///
    /// - Parameters:
    ///   - headers: All fields.
    ///   - maximum: The longest body that is taken, in bytes.
    init(_ headers: [(name: String, value: String)], maximum: Int) {
        func values(_ name: String) -> [String] {
            // A space at the end of a name is none of the name's, but some readers take it.
            headers.filter { $0.name.lowercased().filter { $0 != " " && $0 != "\t" } == name }.map(\.value)
        }
        let (encodings, lengths) = (values("transfer-encoding"), values("content-length"))
        if !encodings.isEmpty {
            let isChunked = encodings.count == 1 && encodings[0].lowercased() == "chunked"
            self = isChunked && lengths.isEmpty ? .chunked : .contradictory
            return
        }
        guard let length = lengths.first else {
            self = .sound
            return
        }
        let isNumber =
            !length.isEmpty && length.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard lengths.count == 1, isNumber else {
            self = .contradictory
            return
        }
        self = Int(length).map { $0 <= maximum } ?? false ? .sound : .tooLong
    }
}
