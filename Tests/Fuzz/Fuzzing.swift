// What libFuzzer calls: one program holds all fuzz targets, so that they are built once.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

import Glibc

/// The targets by the names of their files.
private let targets: [String: @Sendable (UnsafeBufferPointer<UInt8>) -> Void] = [
    "assets": fuzzAssets, "configuration": fuzzConfiguration, "deep-link": fuzzDeepLink, "gate": fuzzGate,
    "url-policy": fuzzURLPolicy,
]

/// The one that scripts/fuzz asks for.
private let target: @Sendable (UnsafeBufferPointer<UInt8>) -> Void = {
    let name = getenv("TRANSOM_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = targets[name] else { fatalError("there is no fuzz target \"\(name)\"") }
    return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target(UnsafeBufferPointer(start: data, count: count))
    return 0
}
