// What a test that imports this module has besides: the values of events, and the requests and answers of its network.
// SPDX-License-Identifier: Apache-2.0

@_exported public import TransomCore
@_exported public import TransomSandbox
