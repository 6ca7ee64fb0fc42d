// Fuzzes the configuration: every mistake has a place in its file and is one plain line, and nothing traps.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

/// Tries one input, as a file alone and as one over another.
func fuzzConfiguration(_ input: UnsafeBufferPointer<UInt8>) {
    let first = ConfigurationFile(name: "kiosk.json5", bytes: Array("{kiosk: 'k', environment: 'sandbox'}".utf8))
    let second = ConfigurationFile(name: "1.json5", bytes: Array(input))
    let lines = input.count { $0 == 0x0A } + 1
    for files in [[second], [first, second], [second, second]] {
        do throws(ConfigurationMistakes) {
            _ = try ConfigurationReader(integrations: []).read(files)
        } catch {
            precondition(!error.all.isEmpty)
            for mistake in error.all {
                let text = mistake.description
                precondition(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character is told: \(text)")
                guard mistake.place.file == second.name else { continue }
                precondition((1...lines).contains(mistake.place.line), "of \(lines) lines: \(text)")
                precondition((1...input.count + 1).contains(mistake.place.column), "of \(input.count) bytes: \(text)")
            }
        }
    }
}
