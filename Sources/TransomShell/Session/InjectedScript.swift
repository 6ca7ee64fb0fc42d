// A declared script as the engine takes it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import WebKit

/// Turns a script that an integration declares into a user script.
///
/// The declared text becomes the body of a function whose parameters are the declared arguments, passed as JSON, which is
/// a JavaScript expression. It runs only in documents of the declared origins.
struct InjectedScript {
    /// Why a script cannot be injected.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// A script of the host's own is missing.
        case resource(ResourceFolderError)
        /// A file of the user's cannot be read.
        case unreadable(path: String)

        var description: String {
            switch self {
            case .resource(let error): error.description
            case .unreadable(let path): "--inject: \(quoted(path)) cannot be read as UTF-8 text"
            }
        }
    }

    private let text: String
    private let declaration: ScriptDeclaration

    init(_ declaration: ScriptDeclaration, resources: ResourceFolder) throws(Failure) {
        self.declaration = declaration
        text = try Self.text(of: declaration.source, resources: resources)
    }

    /// Reads a script.
    static func text(of source: ScriptDeclaration.Source, resources: ResourceFolder) throws(Failure) -> String {
        let path: String
        switch source {
        case .resource(let name):
            do throws(ResourceFolderError) { path = try resources.file(name) } catch { throw .resource(error) }
        case .file(let name): path = name
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .unreadable(path: path) }
        return text
    }

    /// The script for a web view's controller.
    var userScript: WKUserScript {
        let names = declaration.arguments.keys.sorted()
        let values = names.map { JSONText.encode(declaration.arguments[$0] ?? .null) }
        let source = """
            if (\(Self.condition(declaration.origins))) {
                (function (\(names.joined(separator: ", "))) {
            \(text)
                })(\(values.joined(separator: ", ")));
            }
            """
        return WKUserScript(
            source: source,
            injectionTime: declaration.injectionTime == .documentStart ? .atDocumentStart : .atDocumentEnd,
            forMainFrameOnly: declaration.mainFrameOnly, in: .declared(declaration.world))
    }

    /// A JavaScript expression that is true in documents of these origins.
    private static func condition(_ origins: OriginSet) -> String {
        origins.rules.map { rule in
            let text = rule.description
            guard let star = text.range(of: "*.") else {
                return "self.origin === " + JSONText.encode(.string(text))
            }
            let scheme = JSONText.encode(.string(String(text[..<star.lowerBound])))
            let suffix = JSONText.encode(.string(String(text[text.index(before: star.upperBound)...])))
            return "(self.origin.startsWith(\(scheme)) && self.origin.endsWith(\(suffix)))"
        }.joined(separator: " || ")
    }
}
