// Reads a configuration for a command, with what this machine says about it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// Reads a configuration for a command, with what this machine says about it.
nonisolated struct ConfigurationLoader {
    /// A configuration, and what cannot be said of it here.
    struct Loaded {
        /// The configuration with its places.
        let document: ConfigurationDocument
        /// What could not be checked, a line each.
        let notes: [String]
    }

    /// The integrations there are.
    let registry: [any Integration.Type]
    /// Whether the configuration is put in force here, so that its files must be there.
    var isRunning = false

    /// Reads a file with its drop-ins.
    ///
    /// - Parameter path: the file.
    /// - Throws: everything that is wrong, at once.
    func load(_ path: String) throws(ConfigurationMistakes) -> Loaded {
        let document = try ConfigurationReader(integrations: registry).read(try ConfigurationFile.load(path))
        var mistakes: [ConfigurationMistake] = []
        var notes: [String] = []
        func look(_ path: String, _ finding: Finding?) {
            switch finding {
            case .mistake(let words):
                mistakes.append(ConfigurationMistake(.other(words), at: document.place(of: path), path: path))
            case .note(let words): notes.append("\(document.place(of: path)): \(path): \(words)")
            case nil: break
            }
        }
        let configuration = document.configuration
        for (path, reference) in configuration.secrets.sorted(by: { $0.key < $1.key }) {
            look(path, Self.finding(reference))
        }
        if case .folder(let folder)? = configuration.home {
            look("home.folder", readable(folder + "/index.html"))
        }
        if let file = configuration.network.extraCA {
            look("network.extraCA", readable(file))
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(mistakes) }
        return Loaded(document: document, notes: notes)
    }

    private enum Finding {
        case mistake(String)
        case note(String)
    }

    /// Whether a file of the machine is there.
    private func readable(_ path: String) -> Finding? {
        guard access(path, R_OK) != 0 else { return nil }
        return isRunning ? .mistake("\(TransomCore.quoted(path)) cannot be read") : Self.absent(path)
    }

    private static func absent(_ path: String) -> Finding {
        .note("\(TransomCore.quoted(path)) cannot be read here, so it is not checked")
    }

    /// What the machine says about a reference to a secret.
    private static func finding(_ reference: SecretReference) -> Finding? {
        switch reference {
        case .credential(let name):
            guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }) else {
                return .note("credential:\(name) is there in the unit only; not checkable here")
            }
            return access(folder + "/" + name, R_OK) == 0
                ? nil : .mistake("the unit has no credential \(TransomCore.quoted(name)); add LoadCredential= for it")
        case .file(let path):
            var status = stat()
            guard stat(path, &status) == 0 else { return absent(path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                return .mistake("\(TransomCore.quoted(path)) is no file")
            }
            let mode = String(status.st_mode & 0o777, radix: 8)
            return status.st_mode & 0o007 == 0
                ? nil
                : .mistake(
                    "\(TransomCore.quoted(path)) can be read by every user (mode \(mode)); chmod 0600, or 0640 with the "
                        + "service's group")
        case .command(let arguments):
            guard let program = arguments.first else { return nil }
            return access(program, X_OK) == 0 ? nil : absent(program)
        case .environment(let name):
            return getenv(name) != nil ? nil : .note("env:\(name) is not set here, so it is not checked")
        case .https:
            return .mistake(
                "https: is not available yet; a program that asks the service can be written as command:/PROGRAM")
        }
    }
}
