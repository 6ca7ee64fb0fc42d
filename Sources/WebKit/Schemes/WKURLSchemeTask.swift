// One request for a scheme of the app's own.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// A request that a `WKURLSchemeHandler` answers.
///
/// A response, then data in any number of pieces, then the end; or an error at any time. Another order, and any call after
/// the end or after the handler was told to stop, stops the process as Apple's exceptions do. The methods may be called on
/// any thread: calls from another one than the main thread are carried out there in their order, and are ignored when the
/// task was stopped in the meantime.
public protocol WKURLSchemeTask: NSObjectProtocol {
    /// What is asked for.
    ///
    /// A URL that Foundation cannot hold is `about:invalid`.
    var request: URLRequest { get }

    /// Gives the response: an `HTTPURLResponse` with status and headers, or a plain one with a type.
    ///
    /// It may be replaced by another one as long as there is no data.
    func didReceive(_ response: URLResponse)
    /// Gives the next piece of the body.
    func didReceive(_ data: Data)
    /// Ends the answer.
    func didFinish()
    /// Fails the request: its domain and code are those that the navigation delegate is given.
    func didFailWithError(_ error: any Error)
}
