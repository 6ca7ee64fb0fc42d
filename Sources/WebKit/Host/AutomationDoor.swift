// A WebDriver's way to the views of a store.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import TransomGLib
import TransomWebKitShims

/// Lets a WebDriver, which has started this process and named itself in its environment, drive the views of a store.
///
/// One store of a process can have one. `webkit_web_context_set_automation_allowed`.
@MainActor
final class AutomationDoor {
    private let name: String
    private let version: (UInt32, UInt32, UInt32)
    private let view: () -> WKWebView?
    private var started: SignalConnection?
    private var asked: SignalConnection?
    private var session: ObjectRef?

    init(_ store: WKWebsiteDataStore, name: String, version: String, view: @escaping () -> WKWebView?) {
        self.name = name
        let parts = version.split(separator: ".").map { UInt32($0.prefix { $0.isNumber }) ?? 0 } + [0, 0, 0]
        self.version = (parts[0], parts[1], parts[2])
        self.view = view
        webkit_web_context_set_automation_allowed(store.webContext, 1)
        started = SignalConnection(store.context.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_automation_started(
                object,
                { _, session, data in
                    guard let session else { return }
                    CallbackBox<WeakReference<AutomationDoor>>.value(at: data)?.object?.begin(session)
                }, data, destroy)
        }
    }

    private func begin(_ session: UnsafeMutablePointer<WebKitAutomationSession>) {
        // A session that asks for a browser by name must get the name that is told here.
        let information = webkit_application_info_new()
        webkit_application_info_set_name(information, name)
        webkit_application_info_set_version(information, guint64(version.0), guint64(version.1), guint64(version.2))
        webkit_automation_session_set_application_info(session, information)
        webkit_application_info_unref(information)
        self.session = ObjectRef(retaining: UnsafeMutableRawPointer(session))
        asked = SignalConnection(UnsafeMutableRawPointer(session), WeakReference(self)) { object, data, destroy in
            transom_connect_create_web_view(
                object,
                { _, data in
                    CallbackBox<WeakReference<AutomationDoor>>.value(at: data)?.object?.view()?.webView
                }, data, destroy)
        }
    }
}

extension WKWebsiteDataStore {
    /// Lets a WebDriver drive the store's views: call it before the first of them is made.
    ///
    /// - Parameters:
    ///   - name: What a session's `browserName` has to be, where it names one.
    ///   - version: As `1.2.3`.
    ///   - view: The view that a session begins with.
    package func allowAutomation(name: String, version: String, view: @escaping () -> WKWebView?) {
        automation = AutomationDoor(self, name: name, version: version, view: view)
    }
}
