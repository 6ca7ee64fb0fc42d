// What the owner of a view denies its pages, or has granted them beforehand.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

extension WKWebView {
    private typealias Weak = WeakReference<WKWebView>

    /// Connects what is denied without a question.
    func connectDenials(
        _ on: ((UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong) -> Void
    ) {
        on {
            transom_connect_context_menu(
                $0,
                { _, _, _, _, data in CallbackBox<Weak>.value(at: data)?.object?.hasContextMenu ?? false ? 0 : 1 }, $1,
                $2)
        }
        on { transom_connect_show_notification($0, { _, _, _ in 1 }, $1, $2) }
        on {
            transom_connect_run_color_chooser(
                $0,
                { _, request, data in
                    guard CallbackBox<Weak>.value(at: data)?.object?.isLocked == true else { return 0 }
                    webkit_color_chooser_request_cancel(request)
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_tooltip(
                $0,
                { widget, _, data in
                    guard let widget, CallbackBox<Weak>.value(at: data)?.object?.isLocked == true,
                        gtk_widget_get_has_tooltip(widget) != 0
                    else { return }
                    gtk_widget_set_has_tooltip(widget, 0)
                }, $1, $2)
        }
    }

    /// Decides on a permission by what was granted, where the view's owner hears of such requests.
    func decideByGrants(_ request: ObjectRef) {
        let permission = OpaquePointer(request.pointer)
        let kind = transom_permission_kind(permission).map { String(cString: $0) } ?? "other"
        let isGranted = kind.split(separator: "+").allSatisfy { grants.contains(String($0)) }
        if isGranted {
            webkit_permission_request_allow(permission)
        } else {
            webkit_permission_request_deny(permission)
        }
        onPageRequest?(.permission(kind, isGranted: isGranted))
    }

    /// Says whether a hidden page may have its position: the engine asks nobody until the page is seen.
    func answerForPosition(_ message: UnsafeMutablePointer<WebKitUserMessage>) {
        let isGranted = onPageRequest != nil && grants.contains("geolocation")
        if !isGranted { onPageRequest?(.permission("geolocation", isGranted: false)) }
        webkit_user_message_send_reply(message, webkit_user_message_new(isGranted ? "wait" : "denied", nil))
    }

    /// Opens no list of a field that is longer than anybody looks through.
    ///
    /// The toolkit makes a widget of each row before it shows the first: a page with a hundred thousand of them would stand
    /// still, and with it the host. `show-option-menu`.
    package func refuseLongLists() {
        guard !isInvalidated else { return }
        connections.append(
            SignalConnection(view.pointer, 0) { object, data, destroy in
                transom_connect_show_option_menu(
                    object,
                    { _, menu, _, _, _ in
                        guard let menu, webkit_option_menu_get_n_items(menu) > WKWebView.longestList else { return 0 }
                        webkit_option_menu_close(menu)
                        return 1
                    }, data, destroy)
            })
    }

    /// How many rows the list of a field may have.
    private static let longestList: UInt32 = 2_000

    /// Takes nothing that is dragged onto the view, where the engine would show a file in place of the page, and lets nothing
    /// be dragged out of it.
    package func refuseDrops() {
        guard !isInvalidated else { return }
        gtk_drag_dest_unset(widget)
        configuration.userContentController.refuseDrags()
        connections.append(
            SignalConnection(view.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_drag_begin(
                    object,
                    { _, context, data in
                        guard let context else { return }
                        CallbackBox<Weak>.value(at: data)?.object?.refusedDrags += 1
                        // Toolkit and engine go on with a drag that has just begun, and end the process where it is gone.
                        let drag = ObjectRef(retaining: UnsafeMutableRawPointer(context))
                        _ = Task { @MainActor in gtk_drag_cancel(OpaquePointer(drag.pointer)) }
                        MainLoop.wake()
                    }, data, destroy)
            })
    }
}

extension PageRequest.Dialog {
    /// The kind of the engine's dialog.
    init(_ type: WebKitScriptDialogType) {
        self =
            switch type {
            case WEBKIT_SCRIPT_DIALOG_CONFIRM: .confirm
            case WEBKIT_SCRIPT_DIALOG_PROMPT: .prompt
            case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM: .beforeunload
            default: .alert
            }
    }
}
