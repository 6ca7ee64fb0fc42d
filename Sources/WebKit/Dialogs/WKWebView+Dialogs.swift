// Dialogs, files and devices that a page asks for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

extension WKWebView {
    /// Connects what nobody may answer with a dialog of the engine's own: without a delegate's word the safe answer is
    /// given.
    func connectQuestions(
        _ on: ((UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong) -> Void
    ) {
        on {
            transom_connect_script_dialog(
                $0,
                { _, dialog, data in
                    guard let dialog, let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object else {
                        return 1
                    }
                    // A WebDriver answers the engine's own dialogs and no others.
                    return view.show(dialog) ? 1 : 0
                }, $1, $2)
        }
        on {
            transom_connect_permission_request(
                $0,
                { _, request, data in
                    guard let request else { return 1 }
                    if let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object {
                        view.decide(ObjectRef(retaining: UnsafeMutableRawPointer(request)))
                    } else {
                        webkit_permission_request_deny(request)
                    }
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_run_file_chooser(
                $0,
                { _, request, data in
                    guard let request else { return 1 }
                    if let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object {
                        view.choose(ObjectRef(retaining: UnsafeMutableRawPointer(request)))
                    } else {
                        webkit_file_chooser_request_cancel(request)
                    }
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_authenticate(
                $0,
                { _, request, data in
                    guard let request else { return 1 }
                    if let view = CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object {
                        view.authenticate(ObjectRef(retaining: UnsafeMutableRawPointer(request)))
                    } else {
                        webkit_authentication_request_cancel(request)
                    }
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_print(
                $0,
                { _, _, data in
                    CallbackBox<WeakReference<WKWebView>>.value(at: data)?.object?.onPageRequest?(.print)
                    return 1
                }, $1, $2)
        }
        connectDenials(on)
    }

    // MARK: - Dialogs

    /// Has the delegate show a dialog; the page waits until the dialog is closed.
    ///
    /// - Returns: False where the engine's own dialog is to be shown.
    private func show(_ dialog: OpaquePointer) -> Bool {
        let frame = windowCall?.frameInfo(in: self) ?? mainFrameInfo
        let message = webkit_script_dialog_get_message(dialog).map { String(cString: $0) } ?? ""
        let type = webkit_script_dialog_get_dialog_type(dialog)
        let kind = PageRequest.Dialog(type)
        let defaultText =
            type == WEBKIT_SCRIPT_DIALOG_PROMPT
            ? webkit_script_dialog_prompt_get_default_text(dialog).map { String(cString: $0) } : nil
        onPageRequest?(.dialog(kind))
        // Within its signal the engine closes an answered dialog itself.
        if let answer = answers?.dialog(kind, message: message, defaultText: defaultText, in: self) {
            Self.give(answer, to: dialog, type, defaultText)
            return true
        }
        guard type != WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM else {
            // iOS asks nobody and leaves.
            webkit_script_dialog_confirm_set_confirmed(dialog, 1)
            return true
        }
        if isAutomated { return false }
        guard let delegate = uiDelegate else { return true }
        webkit_script_dialog_ref(dialog)
        // Within its signal the engine closes an answered dialog itself, and one that was closed before ends the process.
        var isInSignal = true
        func close() {
            if !isInSignal { webkit_script_dialog_close(dialog) }
            webkit_script_dialog_unref(dialog)
            MainLoop.wake()
        }
        defer { isInSignal = false }
        switch type {
        case WEBKIT_SCRIPT_DIALOG_CONFIRM:
            let answer = OneShot(ifDropped: false) { isConfirmed in
                webkit_script_dialog_confirm_set_confirmed(dialog, isConfirmed ? 1 : 0)
                close()
            }
            DelegateForms.ask(answer, named: "completionHandler") {
                delegate.webView(
                    self, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: $0)
            } plain: {
                delegate.webView(
                    self, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: $0)
            } asynchronous: {
                await delegate.webView(
                    self, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame)
            }
        case WEBKIT_SCRIPT_DIALOG_PROMPT:
            let answer = OneShot<String?>(ifDropped: nil) { text in
                if let text { webkit_script_dialog_prompt_set_text(dialog, text) }
                close()
            }
            DelegateForms.ask(answer, named: "completionHandler") {
                delegate.webView(
                    self, runJavaScriptTextInputPanelWithPrompt: message, defaultText: defaultText,
                    initiatedByFrame: frame,
                    completionHandler: $0)
            } plain: {
                delegate.webView(
                    self, runJavaScriptTextInputPanelWithPrompt: message, defaultText: defaultText,
                    initiatedByFrame: frame,
                    completionHandler: $0)
            } asynchronous: {
                await delegate.webView(
                    self, runJavaScriptTextInputPanelWithPrompt: message, defaultText: defaultText,
                    initiatedByFrame: frame)
            }
        default:
            let answer = OneShot<Void>(ifDropped: ()) { close() }
            DelegateForms.ask(answer, named: "completionHandler") { give in
                let isolated: @MainActor @Sendable () -> Void = { give(()) }
                delegate.webView(
                    self, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame,
                    completionHandler: isolated)
            } plain: { give in
                let plain: () -> Void = { give(()) }
                delegate.webView(
                    self, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame,
                    completionHandler: plain)
            } asynchronous: {
                await delegate.webView(self, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
            }
        }
        return true
    }

    private static func give(
        _ answer: PageAnswers.Dialog, to dialog: OpaquePointer, _ type: WebKitScriptDialogType, _ defaultText: String?
    ) {
        switch type {
        case WEBKIT_SCRIPT_DIALOG_CONFIRM:
            webkit_script_dialog_confirm_set_confirmed(dialog, answer.isAccepted ? 1 : 0)
        case WEBKIT_SCRIPT_DIALOG_PROMPT:
            guard answer.isAccepted else { return }
            webkit_script_dialog_prompt_set_text(dialog, answer.text ?? defaultText ?? "")
        default: break
        }
    }

    // MARK: - Devices

    /// Has the delegate decide on a camera or a microphone; everything else a page may not have.
    private func decide(_ request: ObjectRef) {
        if onPageRequest != nil { return decideByGrants(request) }
        guard let media = transom_user_media_request(request.pointer), let delegate = uiDelegate,
            webkit_user_media_permission_is_for_display_device(media) == 0
        else { return webkit_permission_request_deny(OpaquePointer(request.pointer)) }
        let answer = OneShot<WKPermissionDecision>(ifDropped: .deny) { decision in
            if decision == .grant {
                webkit_permission_request_allow(OpaquePointer(request.pointer))
            } else {
                webkit_permission_request_deny(OpaquePointer(request.pointer))
            }
            MainLoop.wake()
        }
        let hasAudio = webkit_user_media_permission_is_for_audio_device(media) != 0
        let hasVideo = webkit_user_media_permission_is_for_video_device(media) != 0
        let type: WKMediaCaptureType = hasAudio && hasVideo ? .cameraAndMicrophone : hasAudio ? .microphone : .camera
        let frame = asks.mediaFrame(in: self)
        DelegateForms.ask(answer, named: "decisionHandler") {
            delegate.webView(
                self, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: type,
                decisionHandler: $0)
        } plain: {
            delegate.webView(
                self, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: type,
                decisionHandler: $0)
        } asynchronous: {
            await delegate.webView(
                self, decideMediaCapturePermissionsFor: frame.securityOrigin, initiatedBy: frame, type: type)
        }
    }

    // MARK: - Files

    /// Has the delegate choose files.
    private func choose(_ request: ObjectRef) {
        let chooser = request.assuming(WebKitFileChooserRequest.self)
        let isMultiple = webkit_file_chooser_request_get_select_multiple(chooser) != 0
        if let paths = answers?.takeFiles(isMultiple: isMultiple) {
            return Self.select(paths.map { URL(fileURLWithPath: $0) }, in: request)
        }
        onPageRequest?(.fileChooser)
        guard let delegate = uiDelegate else { return webkit_file_chooser_request_cancel(chooser) }
        let answer = OneShot<[URL]?>(ifDropped: nil) { urls in
            Self.select(isMultiple ? urls : urls.map { Array($0.prefix(1)) }, in: request)
        }
        let parameters = WKOpenPanelParameters(allowsMultipleSelection: isMultiple)
        let frame = asks.fileFrame(in: self)
        DelegateForms.ask(answer, named: "completionHandler") {
            delegate.webView(self, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: $0)
        } plain: {
            delegate.webView(self, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: $0)
        } asynchronous: {
            await delegate.webView(self, runOpenPanelWith: parameters, initiatedByFrame: frame)
        }
    }

    private static func select(_ urls: [URL]?, in request: ObjectRef) {
        let paths = (urls ?? []).filter(\.isFileURL).map(\.path)
        guard !paths.isEmpty else { return webkit_file_chooser_request_cancel(request.assuming()) }
        var texts: [UnsafeMutablePointer<CChar>?] = paths.map { strdup($0) } + [nil]
        texts.withUnsafeMutableBufferPointer { texts in
            texts.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: texts.count) {
                webkit_file_chooser_request_select_files(request.assuming(), $0)
            }
        }
        for text in texts { free(text) }
        MainLoop.wake()
    }
}
