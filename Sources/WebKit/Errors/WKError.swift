// Errors of the WebKit module.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of `WKError`.
public let WKErrorDomain = "WKErrorDomain"

/// An error of a web view's own operations, with Apple's codes.
///
/// A JavaScript exception's text is in `userInfo` under `WKJavaScriptExceptionMessage`, and where the engine tells them
/// its place under `WKJavaScriptExceptionLineNumber`, `WKJavaScriptExceptionColumnNumber` and
/// `WKJavaScriptExceptionSourceURL`.
public struct WKError: Error, CustomNSError, LocalizedError, Equatable, @unchecked Sendable {
    // `userInfo` holds only strings, numbers and URLs, which are all immutable.

    /// What went wrong.
    ///
    /// The numbers are Apple's.
    public enum Code: Int, Sendable {
        /// Something that has no code of its own.
        case unknown = 1
        /// The web content process went away.
        case webContentProcessTerminated = 2
        /// The web view was released.
        case webViewInvalidated = 3
        /// JavaScript threw an exception.
        case javaScriptExceptionOccurred = 4
        /// The result is of a kind that cannot be passed on.
        case javaScriptResultTypeIsUnsupported = 5
        /// A content rule list could not be compiled.
        case contentRuleListStoreCompileFailed = 6
        /// A content rule list is not there.
        case contentRuleListStoreLookUpFailed = 7
        /// A content rule list could not be removed.
        case contentRuleListStoreRemoveFailed = 8
        /// A content rule list has another version.
        case contentRuleListStoreVersionMismatch = 9
        /// Attributed text could not be loaded.
        case attributedStringContentFailedToLoad = 10
        /// Attributed text took too long to load.
        case attributedStringContentLoadTimedOut = 11
        /// The frame for a script is not there any more.
        case javaScriptInvalidFrameTarget = 12
        /// The navigation left the app-bound domains.
        case navigationAppBoundDomain = 13
        /// JavaScript was to run outside the app-bound domains.
        case javaScriptAppBoundDomain = 14
        /// A credential duplicates another.
        case duplicateCredential = 15
        /// A credential is malformed.
        case malformedCredential = 16
        /// A credential is not there.
        case credentialNotFound = 17
    }

    /// What went wrong.
    public let code: Code
    private let details: [String: any Sendable]

    /// Makes an error with Apple's keys in its user info.
    public init(_ code: Code, userInfo: [String: any Sendable] = [:]) {
        self.code = code
        details = userInfo
    }

    /// `WKErrorDomain`.
    public static var errorDomain: String { WKErrorDomain }

    /// The number of `code`.
    public var errorCode: Int { code.rawValue }

    /// Details under Apple's keys.
    public var errorUserInfo: [String: Any] {
        var all = details as [String: Any]
        all[NSLocalizedDescriptionKey] = errorDescription
        return all
    }

    /// Apple's sentence for the code.
    public var errorDescription: String? {
        if let sentence = details[NSLocalizedDescriptionKey] as? String { return sentence }
        return switch code {
        case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
        case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
        case .webContentProcessTerminated: "The Web Content process was terminated"
        case .webViewInvalidated: "The WKWebView was invalidated"
        case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
        default: "WebKit error \(code.rawValue) (\(code))"
        }
    }

    /// Compares the codes and the exception messages.
    public static func == (left: WKError, right: WKError) -> Bool {
        left.code == right.code
            && left.details["WKJavaScriptExceptionMessage"] as? String
                == right.details["WKJavaScriptExceptionMessage"] as? String
    }
}
