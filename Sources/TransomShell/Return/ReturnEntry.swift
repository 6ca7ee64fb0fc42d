// The desktop entry that makes the desktop run `transom return` for a scheme.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomCore
import TransomGLib

/// The desktop entry of a return scheme, for this user: `transom-return-SCHEME.desktop`.
enum ReturnEntry {
    /// Why the entry cannot be installed.
    enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// Another program takes links of that scheme.
        case taken(scheme: String, by: String)
        /// The file could not be written.
        case notWritten(path: String, reason: String)
        /// The entry could not be made the one for its scheme.
        case notSet(scheme: String, reason: String)

        var description: String {
            switch self {
            case .taken(let scheme, let program):
                "--return-scheme \(scheme): the program \(quoted(program)) takes \(scheme): links; take another scheme"
            case .notWritten(let path, let reason): "--return-scheme: \(quoted(path)) could not be written (\(reason))"
            case .notSet(let scheme, let reason):
                "--return-scheme \(scheme): the desktop could not be told of it (\(reason))"
            }
        }
    }

    /// The name of the entry's file, which is the desktop's id for it.
    static func fileName(_ scheme: ReturnScheme) -> String { "transom-return-\(scheme).desktop" }

    /// The entry's text.
    static func text(_ scheme: ReturnScheme, executable: String) -> String {
        """
        [Desktop Entry]
        Type=Application
        Name=Return to Transom
        NoDisplay=true
        Terminal=false
        Exec=\(argument(executable)) return %u
        MimeType=x-scheme-handler/\(scheme);

        """
    }

    /// Writes the entry into the user's data folder and makes it the one for its scheme, or leaves what is right already.
    ///
    /// `g_app_info_set_as_default_for_type`.
    static func install(_ scheme: ReturnScheme, executable: String) throws(Failure) {
        let name = fileName(scheme)
        if let other = g_app_info_get_default_for_uri_scheme(scheme.name) {
            defer { g_object_unref(UnsafeMutableRawPointer(other)) }
            let id = g_app_info_get_id(other).map { String(cString: $0) } ?? ""
            guard id == name else {
                let program = g_app_info_get_name(other).map { String(cString: $0) } ?? id
                throw .taken(scheme: scheme.name, by: program)
            }
        }
        let folder = String(cString: g_get_user_data_dir()) + "/applications"
        let path = folder + "/" + name
        let text = text(scheme, executable: executable)
        if (try? String(contentsOfFile: path, encoding: .utf8)) != text {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw .notWritten(path: path, reason: (error as NSError).localizedDescription)
            }
        }
        guard let entry = g_desktop_app_info_new_from_filename(path) else {
            throw .notSet(scheme: scheme.name, reason: "the entry's program is not there")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(entry)) }
        var error: UnsafeMutablePointer<GError>?
        guard
            g_app_info_set_as_default_for_type(
                OpaquePointer(UnsafeMutableRawPointer(entry)), "x-scheme-handler/\(scheme)", &error) != 0
        else {
            let reason = error.map { String(cString: $0.pointee.message) } ?? "no reason was given"
            if let error { g_error_free(error) }
            throw .notSet(scheme: scheme.name, reason: reason)
        }
    }

    /// An argument of `Exec` in the form of the Desktop Entry Specification: in quotation marks, and the whole escaped once
    /// more as any string of the file is.
    private static func argument(_ text: String) -> String {
        var quoted = ""
        for character in text {
            switch character {
            case "\"", "`", "$", "\\": quoted += "\\\\" + (character == "\\" ? "\\\\" : String(character))
            case "%": quoted += "%%"
            default: quoted.append(character)
            }
        }
        return "\"\(quoted)\""
    }
}
