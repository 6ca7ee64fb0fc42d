// A point in time as Core Foundation counts it.
// SPDX-License-Identifier: Apache-2.0

/// Seconds since the first instant of 2001 in UTC; Foundation on Linux does not have the name.
public typealias CFAbsoluteTime = Double
