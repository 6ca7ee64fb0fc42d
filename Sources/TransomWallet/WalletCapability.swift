// A hardware wallet for one page.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore
import TransomDBus
package import TransomShell
import WKWebViewJavascriptBridge
import WebKit

/// A hardware wallet for one page: the callback bridge to the page, Bluetooth to the wallet, and dialogs of the host's own.
///
/// The page finds, connects and writes; what the wallet says is passed on as it comes. Nothing of either is looked at, kept or
/// told. Every call of the page gets its one answer, also when the page, the wallet, the adapter or the daemon goes.
@MainActor
package final class WalletCapability: SessionCapability {
    /// The name that integrations declare it by.
    package static let name = "wallet"

    private let settings: WalletSettings
    private let makeRadio: (_ systemBus: String?) -> any WalletRadio
    private var radio: (any WalletRadio)?
    private weak var host: (any CapabilityHost)?
    private var bridge: WKWebViewJavascriptBridge?
    private var controller: WalletController?
    private var dialogs: (any WalletDialogs)?
    private var document: DocumentKey?
    private let hash = DeviceHash()
    private var lastDevice: UUID?
    private var maySearch = false
    /// Who waits for the answer to the question whether to search.
    private(set) var consentWaiters: [(Bool) -> Void] = []

    /// Makes a wallet over Bluetooth from what an integration declares; nil for settings that are none of a wallet.
    package static func make(_ settings: [String: JSONValue]) -> WalletCapability? {
        WalletSettings(settings).map { settings in
            WalletCapability(settings: settings) { systemBus in
                BluetoothRadio(settings, bus: systemBus.map { .address($0) } ?? .system)
            }
        }
    }

    /// Prepares a wallet of these settings.
    ///
    /// - Parameters:
    ///   - settings: What the integration sets.
    ///   - radio: Makes what the wallet is reached by, from the address of a bus with a simulated device or nil.
    init(settings: WalletSettings, radio: @escaping (_ systemBus: String?) -> any WalletRadio) {
        self.settings = settings
        makeRadio = radio
    }

    /// The dialogs, for tests that press their buttons.
    var stageDialogs: StageDialogs? { dialogs as? StageDialogs }

    package func begin(in host: any CapabilityHost) {
        guard let view = host.webView else { return }
        self.host = host
        let bridge = WKWebViewJavascriptBridge(webView: view)
        bridge.admits = { [weak host] in host?.admits($0) ?? false }
        self.bridge = bridge
        let radio = makeRadio(host.systemBus)
        self.radio = radio
        let controller = WalletController(
            radio: radio, scheduler: host.scheduler, limits: host.limits, scan: settings.scan)
        controller.onNotification = { [weak bridge] in
            bridge?.call(handlerName: "monitorCharacteristic", data: HexText.text($0))
        }
        controller.onLoss = { [weak self] in self?.lost($0, $1) }
        self.controller = controller
        dialogs = StageDialogs(host: host)
        document = view.mainDocumentKey
        view.mainDocumentObservers[ObjectIdentifier(self)] = { [weak self] in self?.documentChanged() }
        registerDevice(controller)
        registerDialogs()
        radio.onPasskey = { [weak self] answer in self?.askPasskey(answer) ?? answer(nil) }
        radio.onPasskeyOver = { [weak self] in self?.dialogs?.close() }
        radio.begin()
    }

    package func end() {
        host?.webView?.mainDocumentObservers[ObjectIdentifier(self)] = nil
        dialogs?.close()
        controller?.reset(.sessionReset)
        radio?.end()
        radio = nil
        bridge = nil
        host = nil
    }

    /// Another page, the same one loaded again, or none: what belonged to the page before is over.
    private func documentChanged() {
        let now = host?.webView?.mainDocumentKey
        guard now != document else { return }
        let hadPage = document != nil
        document = now
        guard hadPage else { return }
        dialogs?.close()
        controller?.reset(.sessionReset)
    }

    private func lost(_ id: UUID, _ fault: WalletFault) {
        dialogs?.close()
        host?.tellOutcome(
            EventDraft(settings.lostEvent, ["outcome": "lost", "code": .string(fault.code)]))
        bridge?.call(
            handlerName: "disconnected", data: ["uuid": id.uuidString, "code": fault.code, "error": fault.sentence])
    }

    // MARK: - Calls of the page

    /// Registers a handler: the host judges a call before it is done, and tells what came of it.
    private func on(_ name: String, _ act: @escaping (JSONValue, @escaping (WalletOutcome) -> Void) -> Void) {
        bridge?.register(handlerName: name) { [weak self] (data: Any?, callback) in
            guard let host = self?.host else {
                callback?(WalletFault.sessionReset.answer)
                return
            }
            switch host.judge(handler: name, body: data) {
            case .refused(let reason): callback?(WalletFault.refused(reason).answer)
            case .accepted(let draft, let body):
                act(body) { [weak host] outcome in
                    callback?(outcome.answer)
                    host?.tellOutcome(EventDraft(draft.type, .object(outcome.event)))
                }
            }
        }
    }

    private func registerDevice(_ controller: WalletController) {
        on("enumerate") { [weak self] _, finish in
            self?.withConsent(finish) {
                controller.enumerate { result in
                    switch result {
                    case .success(let devices):
                        let list = devices.map { ["id": $0.id.uuidString, "name": $0.name] }
                        finish(.done(list, count: list.count))
                    case .failure(let fault): finish(.failed(fault))
                    }
                }
            }
        }
        on("connect") { [weak self] body, finish in
            guard let id = Self.id(body) else { return finish(.failed(.notFound)) }
            self?.withConsent(finish) {
                controller.connect(id) { result in
                    if case .failure(let fault) = result { return finish(.failed(fault)) }
                    finish(.done())
                    self?.connected(id)
                }
            }
        }
        on("disconnect") { body, finish in
            controller.disconnect(Self.id(body)) { result in
                let wasConnected = (try? result.get()) ?? false
                finish(.done(wasConnected ? ["success": true] : ["success": true, "was": "idle"]))
            }
        }
        on("send") { body, finish in
            guard let id = Self.id(body), case .string(let text)? = Self.member("data", body),
                let bytes = try? HexText.bytes(text)
            else { return finish(.failed(.write("the packet is no hex"))) }
            let withResponse = Self.member("withoutResponse", body) == false
            controller.send(id, bytes, withResponse: withResponse) { result in
                if case .failure(let fault) = result { finish(.failed(fault)) } else { finish(.done()) }
            }
        }
    }

    private func connected(_ id: UUID) {
        let isChanged = lastDevice.map { $0 != id } ?? false
        lastDevice = id
        host?.tellOutcome(
            EventDraft(settings.deviceEvent, ["device": .string(hash.mark(of: id)), "changed": .bool(isChanged)]))
        // Some pages of the vendor's family wait for this instead of the answer.
        bridge?.call(handlerName: "connectFinished")
    }

    private func registerDialogs() {
        on("requestPinInput") { [weak self] _, finish in
            self?.ask(.pin, finish) { answer in
                switch answer {
                case .entered(let digits): .done(digits, "entered")
                case .onDevice: .done("", "device")
                default: .failed(.cancelled, outcome: "cancelled")
                }
            }
        }
        on("requestPassphraseInput") { [weak self] _, finish in
            self?.ask(.passphrase, finish) { answer in
                switch answer {
                case .entered(let text):
                    .done(["value": text, "passphraseOnDevice": false, "save": false] as [String: Any], "entered")
                case .onDevice:
                    .done(["value": "", "passphraseOnDevice": true, "save": false] as [String: Any], "device")
                default: .failed(.cancelled, outcome: "cancelled")
                }
            }
        }
        on("requestButtonConfirmation") { [weak self] body, finish in
            let message = if case .string(let text)? = Self.member("message", body) { text } else { "" }
            self?.ask(.confirm(message: message), finish) { answer in
                answer == .yes
                    ? .done("ok", "confirmed") : .failed(.cancelled, answer: "cancel", outcome: "cancelled")
            }
        }
        on("closeUIWindow") { [weak self] _, finish in
            self?.dialogs?.close()
            finish(.done("closed"))
        }
    }

    private func ask(
        _ question: WalletQuestion, _ finish: @escaping (WalletOutcome) -> Void,
        _ outcome: @escaping (WalletAnswer) -> WalletOutcome
    ) {
        guard settings.hasDialogs else { return finish(.failed(.leftToPage)) }
        dialogs?.ask(question, origin: origin) { finish(outcome($0)) }
    }

    private func askPasskey(_ answer: @escaping (Int?) -> Void) {
        guard let dialogs else { return answer(nil) }
        dialogs.ask(.passkey, origin: origin) { reply in
            if case .entered(let digits) = reply { answer(Int(digits)) } else { answer(nil) }
        }
    }

    /// The first search of a window is asked for, in words.
    private func withConsent(_ finish: @escaping (WalletOutcome) -> Void, _ act: @escaping () -> Void) {
        guard !maySearch else { return act() }
        guard let dialogs else { return finish(.failed(.denied)) }
        consentWaiters.append { $0 ? act() : finish(.failed(.denied)) }
        // Another question of the same kind would take the first one's place, and its answer with it.
        guard consentWaiters.count == 1 else { return }
        dialogs.ask(.search, origin: origin) { [weak self] answer in
            guard let self else { return }
            maySearch = answer == .yes
            let waiters = consentWaiters
            consentWaiters = []
            for waiter in waiters { waiter(maySearch) }
        }
    }

    private var origin: String { host?.webView?.mainFrameOrigin ?? "null" }

    private static func member(_ name: String, _ body: JSONValue) -> JSONValue? {
        if case .object(let members) = body { members[name] } else { nil }
    }

    private static func id(_ body: JSONValue) -> UUID? {
        if case .string(let text)? = member("uuid", body) { UUID(uuidString: text) } else { nil }
    }
}
