// Objective-C's pools, where there is no Objective-C.
// SPDX-License-Identifier: Apache-2.0

/// Runs a closure.
///
/// There is no autorelease pool on Linux: a released object goes at once.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}
