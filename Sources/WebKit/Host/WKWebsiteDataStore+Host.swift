// What a shell needs of a store besides Apple's API.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
package import TransomGLib

extension WKWebsiteDataStore {
    /// Sends all of the store's network traffic through a proxy.
    ///
    /// `webkit_website_data_manager_set_network_proxy_settings`.
    ///
    /// - Parameters:
    ///   - uri: As `http://127.0.0.1:8080`.
    ///   - hosts: Those that are reached without it: names, `*.domain`, addresses and nets.
    package func setProxy(_ uri: String, except hosts: [String] = []) {
        let copies = hosts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let names = copies.map { UnsafePointer($0) } + [nil]
        let settings = webkit_network_proxy_settings_new(uri, names)
        webkit_website_data_manager_set_network_proxy_settings(
            dataManager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
        webkit_network_proxy_settings_free(settings)
    }

    /// Sets the languages of `navigator.languages` and of the requests, the preferred first.
    ///
    /// - Parameter tags: Such as `en-NZ`. `webkit_web_context_set_preferred_languages`.
    package func setLanguages(_ tags: [String]) {
        let copies = tags.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let names = copies.map { UnsafePointer($0) } + [nil]
        webkit_web_context_set_preferred_languages(webContext, names)
    }

    /// Accepts one certificate for one host in this store; every other certificate error stays an error.
    ///
    /// `webkit_web_context_allow_tls_certificate_for_host`.
    ///
    /// - Throws: When the text is no PEM certificate.
    package func trust(certificatePEM: String, host: String) throws(GLibError) {
        let certificate = try GLibError.check { g_tls_certificate_new_from_pem(certificatePEM, -1, $0) }
        webkit_web_context_allow_tls_certificate_for_host(webContext, certificate, host)
        g_object_unref(certificate)
    }

    /// Returns when the engine's network process has taken note of everything that it was told until now.
    ///
    /// Messages to it keep their order, so the answer to any question comes after that.
    package func settle() async {
        _ = await httpCookieStore.cookiePolicy
    }

    /// Removes everything that any page has kept in this store, of every kind that the engine knows: what a customer leaves
    /// behind.
    ///
    /// Close the store's views first: a page that runs may write again at once, and session storage belongs to its view.
    package func removeEverything() async {
        await withCheckedContinuation { continuation in
            clear(WEBKIT_WEBSITE_DATA_ALL, since: .distantPast) { continuation.resume() }
        }
    }

    /// How much memory each web process of the stores that are made from now on may have; one that has more is ended.
    ///
    /// In MiB, 0 for no limit, and how often the engine looks, in seconds. `memory-pressure-settings` of a context.
    package static var memoryLimit: (mebibytes: Int, pollSeconds: Double) = (0, 5)

    /// Puts the store's web processes into a sandbox.
    ///
    /// Call it before the first view of the store is made.
    ///
    /// It needs bubblewrap and xdg-dbus-proxy. `webkit_web_context_set_sandbox_enabled`.
    package func enableWebSandbox() {
        webkit_web_context_set_sandbox_enabled(webContext, 1)
    }
}
