// The codes of WKError where Swift code writes them.
// SPDX-License-Identifier: Apache-2.0

// Apple's importer gives an error type its codes as static members, and matches an error with them in a `catch`.
extension WKError {
    /// Something that has no code of its own.
    public static var unknown: Code { .unknown }
    /// The web content process went away.
    public static var webContentProcessTerminated: Code { .webContentProcessTerminated }
    /// The web view was released.
    public static var webViewInvalidated: Code { .webViewInvalidated }
    /// JavaScript threw an exception.
    public static var javaScriptExceptionOccurred: Code { .javaScriptExceptionOccurred }
    /// The result is of a kind that cannot be passed on.
    public static var javaScriptResultTypeIsUnsupported: Code { .javaScriptResultTypeIsUnsupported }
    /// A content rule list could not be compiled.
    public static var contentRuleListStoreCompileFailed: Code { .contentRuleListStoreCompileFailed }
    /// A content rule list is not there.
    public static var contentRuleListStoreLookUpFailed: Code { .contentRuleListStoreLookUpFailed }
    /// A content rule list could not be removed.
    public static var contentRuleListStoreRemoveFailed: Code { .contentRuleListStoreRemoveFailed }
    /// A content rule list has another version.
    public static var contentRuleListStoreVersionMismatch: Code { .contentRuleListStoreVersionMismatch }
    /// Attributed text could not be loaded.
    public static var attributedStringContentFailedToLoad: Code { .attributedStringContentFailedToLoad }
    /// Attributed text took too long to load.
    public static var attributedStringContentLoadTimedOut: Code { .attributedStringContentLoadTimedOut }
    /// The frame for a script is not there any more.
    public static var javaScriptInvalidFrameTarget: Code { .javaScriptInvalidFrameTarget }
    /// The navigation left the app-bound domains.
    public static var navigationAppBoundDomain: Code { .navigationAppBoundDomain }
    /// JavaScript was to run outside the app-bound domains.
    public static var javaScriptAppBoundDomain: Code { .javaScriptAppBoundDomain }
    /// A credential duplicates another.
    public static var duplicateCredential: Code { .duplicateCredential }
    /// A credential is malformed.
    public static var malformedCredential: Code { .malformedCredential }
    /// A credential is not there.
    public static var credentialNotFound: Code { .credentialNotFound }
}

extension WKError.Code {
    /// Whether an error is one of this code, as in `catch WKError.javaScriptExceptionOccurred`.
    public static func ~= (code: WKError.Code, error: any Error) -> Bool {
        (error as? WKError)?.code == code
    }
}
