// Custom schemes of a store's pages.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import TransomGLib
import TransomWebKitShims

extension WKWebsiteDataStore {
    /// Has the requests for a scheme answered by the handlers of the views.
    ///
    /// Once and for ever: the engine has no way to take it back.
    func registerScheme(_ scheme: String) {
        guard schemes.insert(scheme).inserted else { return }
        transom_register_uri_scheme(
            webContext, scheme,
            { request, _ in
                if let request { SchemeExchanges.start(request) }
            }, nil, { _ in })
        webkit_web_context_send_message_to_all_extensions(
            webContext, webkit_user_message_new("scheme", Variant.string(scheme)))
        let security = webkit_web_context_get_security_manager(webContext)
        webkit_security_manager_register_uri_scheme_as_secure(security, scheme)
        webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
    }
}
