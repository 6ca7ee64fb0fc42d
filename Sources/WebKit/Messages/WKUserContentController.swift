// The bridge between pages and the app.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
import TransomGLib
import TransomWebKitShims

/// Injects scripts into pages and receives their messages.
///
/// `WebKitUserContentManager`.
///
/// A handler appears at once in every frame of every view that uses this controller, as
/// `window.webkit.messageHandlers.NAME`. The controller keeps its handlers alive, as on iOS: a handler that keeps the
/// controller's view makes a cycle, which `removeScriptMessageHandler(forName:)` breaks.
@preconcurrency @MainActor
open class WKUserContentController: NSObject {
    /// The scripts, in the order in which they were added.
    open private(set) var userScripts: [WKUserScript] = []

    private struct Key: Hashable {
        let world: String
        let name: String
    }

    private enum Receiver {
        case plain(any WKScriptMessageHandler)
        case replying(any WKScriptMessageHandlerWithReply)
    }

    /// What a body may cost, 64 a member and 1 a character; a message beyond it is delivered without its body and says so.
    ///
    /// Nil is the module's own bound, beyond which a message is not delivered.
    package var bodyBudget: Int?

    /// What documents may post to handlers, by the handlers' names; empty for no limits within pages.
    ///
    /// Set it before the first load.
    package var messageCaps: [String: MessageCaps] = [:]

    let manager: ObjectRef
    private var refusesDrags = false
    private var receivers: [Key: Receiver] = [:]
    private var connections: [String: [SignalConnection]] = [:]
    private var views: [WeakReference<WKWebView>] = []

    /// A controller without scripts and handlers.
    public override init() {
        Engine.start()
        manager = ObjectRef(adopting: UnsafeMutableRawPointer(webkit_user_content_manager_new()))
        super.init()
    }

    /// Adds a script to every document that is loaded from now on.
    open func addUserScript(_ userScript: WKUserScript) {
        userScripts.append(userScript)
        let frames =
            userScript.isForMainFrameOnly
            ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
        let time =
            userScript.injectionTime == .atDocumentStart
            ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END
        let script =
            userScript.world.key.isEmpty
            ? webkit_user_script_new(userScript.source, frames, time, nil, nil)
            : webkit_user_script_new_for_world(userScript.source, frames, time, userScript.world.key, nil, nil)
        webkit_user_content_manager_add_script(contentManager, script)
        webkit_user_script_unref(script)
    }

    /// Removes all scripts.
    ///
    /// Documents that are loaded keep what ran in them.
    open func removeAllUserScripts() {
        userScripts = []
        webkit_user_content_manager_remove_all_scripts(contentManager)
        if refusesDrags { addDragScript() }
    }

    /// Has no document begin to drag anything.
    func refuseDrags() {
        guard !refusesDrags else { return }
        refusesDrags = true
        addDragScript()
    }

    private func addDragScript() {
        // The first listener of all, in a world that no page reaches.
        let source = "addEventListener('dragstart', (event) => event.preventDefault(), true)"
        let script = webkit_user_script_new_for_world(
            source, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
            WKContentWorld.defaultClient.key, nil, nil)
        webkit_user_content_manager_add_script(contentManager, script)
        webkit_user_script_unref(script)
    }

    /// Adds a handler to the page's world.
    ///
    /// - Parameters:
    ///   - scriptMessageHandler: Receives the messages.
    ///   - name: Not empty, and not in use in that world: anything else stops the process, as on iOS.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        add(scriptMessageHandler, contentWorld: .page, name: name)
    }

    /// Adds a handler to a world.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String)
    {
        register(.plain(scriptMessageHandler), Key(world: world.key, name: name))
    }

    /// Adds a handler that answers each message to a world.
    open func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
    ) {
        register(.replying(scriptMessageHandlerWithReply), Key(world: contentWorld.key, name: name))
    }

    /// Removes a handler from the page's world.
    ///
    /// Pages that hold it get an error when they use it.
    open func removeScriptMessageHandler(forName name: String) {
        removeScriptMessageHandler(forName: name, contentWorld: .page)
    }

    /// Removes a handler from a world.
    open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
        unregister(Key(world: contentWorld.key, name: name))
    }

    /// Removes the handlers of a world.
    open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
        for key in receivers.keys where key.world == contentWorld.key { unregister(key) }
    }

    /// Removes all handlers.
    open func removeAllScriptMessageHandlers() {
        for key in receivers.keys { unregister(key) }
    }

    /// Has rules block what documents load from now on.
    open func add(_ contentRuleList: WKContentRuleList) {
        webkit_user_content_manager_add_filter(contentManager, contentRuleList.filter)
    }

    /// Takes rules away.
    open func remove(_ contentRuleList: WKContentRuleList) {
        webkit_user_content_manager_remove_filter(contentManager, contentRuleList.filter)
    }

    /// Takes all rules away.
    open func removeAllContentRuleLists() {
        webkit_user_content_manager_remove_all_filters(contentManager)
    }

    // MARK: - For the module

    /// The limits of all handlers that there are: those that have none of their own are as good as unlimited.
    var allMessageCaps: [String: MessageCaps] {
        guard !messageCaps.isEmpty else { return [:] }
        let names = receivers.keys.map { ($0.name, MessageCaps.none) }
        return messageCaps.merging(names) { own, _ in own }
    }

    var contentManager: UnsafeMutablePointer<WebKitUserContentManager> {
        manager.assuming()
    }

    /// Remembers a view that uses this controller.
    func attach(_ view: WKWebView) {
        views.removeAll { $0.object == nil }
        views.append(WeakReference(view))
    }

    private func register(_ receiver: Receiver, _ key: Key) {
        precondition(!key.name.isEmpty, "A script message handler needs a name that is not empty.")
        precondition(
            receivers[key] == nil,
            "Attempt to add script message handler with name '\(key.name)' when one already exists.")
        let isFirstOfWorld = !receivers.keys.contains { $0.world == key.world }
        receivers[key] = receiver
        // Connected before the handler exists in pages, so that no message is lost.
        if connections[key.name] == nil { connections[key.name] = connect(key.name) }
        if isFirstOfWorld { registerInEngine(WebProcessExtension.internalHandler, world: key.world, replying: false) }
        if case .replying = receiver {
            registerInEngine(key.name, world: key.world, replying: true)
        } else {
            registerInEngine(key.name, world: key.world, replying: false)
        }
        if isFirstOfWorld {
            for view in views { view.object?.stampLoadedDocuments() }
        }
        MainLoop.wake()
    }

    private func registerInEngine(_ name: String, world: String, replying: Bool) {
        let world: String? = world.isEmpty ? nil : world
        let isRegistered =
            if replying {
                webkit_user_content_manager_register_script_message_handler_with_reply(contentManager, name, world)
            } else if let world {
                webkit_user_content_manager_register_script_message_handler_in_world(contentManager, name, world)
            } else {
                webkit_user_content_manager_register_script_message_handler(contentManager, name)
            }
        precondition(isRegistered != 0, "The engine has a handler '\(name)' that this controller does not know.")
    }

    private func unregister(_ key: Key) {
        guard receivers.removeValue(forKey: key) != nil else { return }
        unregisterInEngine(key.name, world: key.world)
        if !receivers.keys.contains(where: { $0.name == key.name }) { connections[key.name] = nil }
        if !receivers.keys.contains(where: { $0.world == key.world }) {
            unregisterInEngine(WebProcessExtension.internalHandler, world: key.world)
        }
    }

    private func unregisterInEngine(_ name: String, world: String) {
        if world.isEmpty {
            webkit_user_content_manager_unregister_script_message_handler(contentManager, name)
        } else {
            webkit_user_content_manager_unregister_script_message_handler_in_world(contentManager, name, world)
        }
    }

    /// The engine has one signal a name, whatever the world; the document's token tells the world.
    private func connect(_ name: String) -> [SignalConnection] {
        let receiver = (controller: WeakReference(self), name: name)
        typealias Receiver = (controller: WeakReference<WKUserContentController>, name: String)
        return [
            SignalConnection(manager.pointer, receiver) { object, data, destroy in
                transom_connect_script_message(
                    object, name,
                    { _, result, data in
                        guard let receiver = CallbackBox<Receiver>.value(at: data),
                            let value = webkit_javascript_result_get_js_value(result)
                        else { return }
                        receiver.controller.object?.receive(value, name: receiver.name)
                    }, data, destroy)
            },
            SignalConnection(manager.pointer, receiver) { object, data, destroy in
                transom_connect_script_message_with_reply(
                    object, name,
                    { _, value, reply, data in
                        guard let receiver = CallbackBox<Receiver>.value(at: data), let value, let reply else {
                            return 0
                        }
                        receiver.controller.object?.receive(value, name: receiver.name, reply: reply)
                        return 1
                    }, data, destroy)
            },
        ]
    }

    private func stamped(_ value: UnsafeMutablePointer<JSCValue>) -> StampedBody {
        BodyBudget.with(bodyBudget ?? BodyBudget.standard) { StampedBody(value) }
    }

    private func message(_ stamped: StampedBody, name: String) -> (WKScriptMessage, Receiver)? {
        var key = Key(world: stamped.document?.world ?? "", name: name)
        if stamped.document == nil, receivers[key] == nil, let only = receivers.keys.first(where: { $0.name == name }) {
            // A message that nobody announced is held against the page's world where there is a choice.
            key = only
        }
        guard let receiver = receivers[key] else { return nil }
        let view = stamped.document?.webView ?? (views.count == 1 ? views[0].object : nil)
        let message = WKScriptMessage(
            name: name, body: stamped.body ?? Any?.none as Any,
            frameInfo: stamped.document?.frameInfo(url: stamped.url) ?? .unattributed(in: view), webView: view,
            world: .world(key: key.world), isTooLarge: stamped.isTooLarge)
        if stamped.isTooLarge, bodyBudget == nil {
            Diagnostics.report("a message to the handler \"\(name)\" is too large and is not delivered")
            return nil
        }
        return (message, receiver)
    }

    private func receive(_ value: UnsafeMutablePointer<JSCValue>, name: String) {
        guard let (message, receiver) = message(stamped(value), name: name),
            case .plain(let handler) = receiver
        else { return }
        handler.userContentController(self, didReceive: message)
    }

    private func receive(_ value: UnsafeMutablePointer<JSCValue>, name: String, reply: OpaquePointer) {
        let answer = ScriptReply.make(reply, replyingTo: value)
        guard let (message, receiver) = message(stamped(value), name: name),
            case .replying(let handler) = receiver
        else { return }
        let give = MainThreadAnswer.isolated(answer, named: "replyHandler")
        // The closures are of the two spellings' own types: one that is written in place goes to either.
        let isolated: @MainActor @Sendable (Any?, String?) -> Void = { give(($0, $1)) }
        if Optionality.isImplemented({
            handler.userContentController(self, didReceive: message, replyHandler: isolated)
        }) {
            return
        }
        let anyThread: (Any?, String?) -> Void = MainThreadAnswer.plain(answer, named: "replyHandler")
        if Optionality.isImplemented({
            handler.userContentController(self, didReceive: message, replyHandler: anyThread)
        }) {
            return
        }
        // Starts here and now: a method that does not suspend has answered when this returns.
        Task.immediate { @MainActor in
            give(await handler.userContentController(self, didReceive: message))
        }
    }
}
