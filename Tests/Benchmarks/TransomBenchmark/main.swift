// The benchmark's Swift program: does each row with the WebKit module, as the plain C program beside it does.
// SPDX-License-Identifier: Apache-2.0
//
// Use: TransomBenchmark ROW [COUNT]. What it reads and prints is described in baseline.c.

import Foundation
import Glibc
import TransomGLib

guard let name = CommandLine.arguments.dropFirst().first, let row = Row(rawValue: name) else {
    let rows = Row.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("TransomBenchmark: no row is given that there is; there are: \(rows)\n".utf8))
    exit(2)
}
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1
if row == .policy {
    PolicyRow(count: count).run()
} else {
    MainActor.assumeIsolated {
        Bench(row: row, count: count, html: readLine() ?? "").start()
        MainLoop.run()
    }
}
