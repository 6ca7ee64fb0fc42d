// What a page wants to upload.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an input element of a page takes.
///
/// `WebKitFileChooserRequest`.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
    /// Whether it takes more than one file.
    open var allowsMultipleSelection: Bool { storedAllowsMultiple }
    /// Whether it takes folders; false, since the engine does not tell.
    open var allowsDirectories: Bool { false }

    private let storedAllowsMultiple: Bool

    /// Parameters of one file, for tests that override its members.
    public override init() {
        storedAllowsMultiple = false
        super.init()
    }

    init(allowsMultipleSelection: Bool) {
        storedAllowsMultiple = allowsMultipleSelection
        super.init()
    }
}
