// Who opens what leaves the host.
// SPDX-License-Identifier: Apache-2.0

/// Opens a URL that the policy let out.
package protocol ExternalOpener {
    /// The word for the event's `by`.
    var name: String { get }

    /// Opens a URL and reports once, on the main thread.
    ///
    /// - Parameters:
    ///   - url: A URL that a navigation policy has judged `outside`.
    ///   - completion: Nil when a program took it, else a sentence why not.
    func open(_ url: String, completion: @escaping (String?) -> Void)
}
