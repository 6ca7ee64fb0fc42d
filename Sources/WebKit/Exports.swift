// What `import WebKit` brings along, as Apple's module does.
// SPDX-License-Identifier: Apache-2.0

@_exported public import CoreFoundation
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
