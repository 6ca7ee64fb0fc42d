// What a test that imports this module has besides: the values of events and answers.
// SPDX-License-Identifier: Apache-2.0

@_exported public import TransomCore
