// Compiles the web-process extension with the C compiler and embeds it in the WebKit target.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Turns `Sources/TransomWebProcess` into a Swift file that holds the compiled extension as a base64 literal.
///
/// SwiftPM links the Swift runtime even into a pure C library product, and WebKit's sandbox cannot load that runtime;
/// a resource would bring `Bundle.module`, which bakes in a build path and traps when the binary is moved. One command
/// makes both files, so that the library is never an output that SwiftPM would take for a resource.
@main struct EmbedWebProcess: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources/TransomWebProcess")
        let names = [
            "extension.h", "extension.c", "asks.c", "frames.c", "caps.c", "bodies.c", "posts.c", "scripts.c",
            "windows.c", "stamp.js",
            "frames.js", "leads.js", "restore.js", "watch.js", "bodies.js", "media.js", "outcome.js", "asks.js",
            "windows.js",
        ]
        let folder = context.pluginWorkDirectoryURL
        let output = folder.appending(path: "EmbeddedWebProcess.swift")
        let script = """
            set -e
            sources=$1
            folder=$2
            bytes() { printf 'static const char %s_source[] = {' "$1"; od -An -v -tx1 "$sources/$1.js" |
                sed 's/ \\([0-9a-f][0-9a-f]\\)/0x\\1,/g'; echo '};'; }
            for name in stamp frames leads restore watch bodies media outcome asks windows; do bytes "$name" > "$folder/$name.h"; done
            "${CC:-cc}" -std=gnu11 -shared -fPIC -O2 -Wall -Wextra -Werror -I "$folder" -I "$sources" \
                -Wl,--as-needed -Wl,-z,defs -Wl,-s -o "$folder/libtransom-web-process.so" "$sources/extension.c" \
                "$sources/frames.c" "$sources/bodies.c" "$sources/caps.c" "$sources/posts.c" "$sources/asks.c" \
                "$sources/scripts.c" "$sources/windows.c" \
                $(pkg-config --cflags --libs webkit2gtk-web-extension-4.1)
            {
                echo '// Made by the EmbedWebProcess plugin from Sources/TransomWebProcess.'
                echo '/// The compiled web-process extension, in base64.'
                printf 'let embeddedWebProcess: StaticString = "'
                base64 -w0 "$folder/libtransom-web-process.so"
                echo '"'
            } > "$folder/EmbeddedWebProcess.swift.new"
            mv "$folder/EmbeddedWebProcess.swift.new" "$folder/EmbeddedWebProcess.swift"
            """
        return [
            .buildCommand(
                displayName: "Compile the web-process extension",
                executable: URL(filePath: "/bin/sh"),
                arguments: [
                    "-c", script, "sh", sources.path(percentEncoded: false), folder.path(percentEncoded: false),
                ],
                inputFiles: names.map { sources.appending(path: $0) },
                outputFiles: [output])
        ]
    }
}
