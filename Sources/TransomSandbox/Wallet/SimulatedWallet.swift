// A hardware wallet that answers as the real one does, and guards nothing.
// SPDX-License-Identifier: Apache-2.0

/// A hardware wallet that answers as the real one does, and guards nothing: its PIN is `1234`, its addresses are made up.
///
/// The messages are those of the vendor's firmware that the demo page uses; a question is answered by the next message.
final class SimulatedWallet {
    /// The messages by their numbers.
    enum Kind: UInt16 {
        case initialize = 0
        case ping = 1
        case success = 2
        case failure = 3
        case features = 17
        case pinMatrixRequest = 18
        case pinMatrixAck = 19
        case cancel = 20
        case lockDevice = 24
        case applySettings = 25
        case buttonRequest = 26
        case buttonAck = 27
        case getAddress = 29
        case address = 30
        case passphraseRequest = 41
        case passphraseAck = 42
        case getFeatures = 55
        case endSession = 83
        case pinInputOnDevice = 10_000
        case onekeyGetFeatures = 10_025
        case onekeyFeatures = 10_026
    }

    private enum Refusal: UInt64 {
        case unexpectedMessage = 1
        case dataError = 3
        case actionCancelled = 4
        case pinInvalid = 7
    }

    private enum Button: UInt64 {
        case protectCall = 7
        case address = 10
        case pinEntry = 20
    }

    private enum Question {
        case pin(then: () -> [UInt8])
        case button(then: () -> [UInt8])
        case passphrase(then: (String) -> [UInt8])
    }

    /// The positions of the digits on its blind keypad.
    static let pin = "1234"

    let name: String
    /// The bytes that tell this wallet from another one.
    let deviceID: String
    /// How many messages it has answered on this connection.
    private(set) var answered = 0
    private var isLocked = true
    private var usesPassphrase = false
    private var question: Question?
    private var frames = WalletFrames()

    /// A locked wallet.
    init(name: String = "Touch 1A2B", deviceID: String = "0123456789ABCDEF01234567") {
        self.name = name
        self.deviceID = deviceID
    }

    /// The link went up or down.
    func linkChanged() {
        frames.reset()
        question = nil
        answered = 0
    }

    /// Takes one write and gives the streams that answer it.
    func write(_ data: [UInt8]) -> [[UInt8]] {
        do throws(WalletFrames.NoPacket) {
            return try frames.feed(data).map { message in
                answered += 1
                return handle(message)
            }
        } catch {
            frames.reset()
            return [refuse(.dataError, "packet without header: \(error.start)")]
        }
    }

    private func handle(_ message: WalletFrames.Message) -> [UInt8] {
        do throws(WalletFields.Malformed) {
            return answer(Kind(rawValue: message.type), try WalletFields(message.payload))
        } catch {
            return refuse(.dataError, "the message is malformed")
        }
    }

    private func answer(_ kind: Kind?, _ fields: WalletFields) -> [UInt8] {
        switch kind {
        case .initialize, .getFeatures:
            question = nil
            return say(.features, features)
        case .onekeyGetFeatures: return say(.onekeyFeatures, onekeyFeatures)
        case .ping:
            let text = fields.bytes(1)
            let done: () -> [UInt8] = { self.say(.success) { $0.add(1, text) } }
            return fields.number(2) == 0 ? done() : press(.protectCall, then: done)
        case .getAddress: return getAddress(isShown: fields.number(3) != 0)
        case .applySettings:
            usesPassphrase = fields.number(3) != 0
            return say(.success)
        case .lockDevice:
            isLocked = true
            return say(.success)
        case .endSession: return say(.success)
        case .cancel:
            question = nil
            return refuse(.actionCancelled, "Cancelled")
        default: return reply(kind, fields)
        }
    }

    /// What answers the wallet's own question.
    private func reply(_ kind: Kind?, _ fields: WalletFields) -> [UInt8] {
        switch (kind, question) {
        case (.pinMatrixAck, .pin(let then)):
            question = nil
            guard fields.bytes(1) == Array(Self.pin.utf8) else { return refuse(.pinInvalid, "PIN invalid") }
            isLocked = false
            return then()
        case (.pinInputOnDevice, .pin(let then)):
            return press(.pinEntry) {
                self.isLocked = false
                return then()
            }
        case (.buttonAck, .button(let then)):
            question = nil
            return then()
        case (.passphraseAck, .passphrase(let then)):
            question = nil
            return then(fields.number(3) != 0 ? "on the device" : String(decoding: fields.bytes(1), as: UTF8.self))
        default: return refuse(.unexpectedMessage, "Unexpected message")
        }
    }

    private func getAddress(isShown: Bool) -> [UInt8] {
        func show(_ passphrase: String) -> [UInt8] {
            // A hidden wallet has addresses of its own.
            let mark = passphrase.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } % 10_000
            let digits = String(mark)
            let address = "bc1qsimulated" + String(repeating: "0", count: 28 - digits.utf8.count) + digits
            let tell: () -> [UInt8] = { self.say(.address) { $0.add(1, address) } }
            return isShown ? press(.address, then: tell) : tell()
        }
        func open() -> [UInt8] {
            guard usesPassphrase else { return show("") }
            question = .passphrase(then: show)
            return say(.passphraseRequest)
        }
        guard isLocked else { return open() }
        question = .pin(then: open)
        return say(.pinMatrixRequest) { $0.add(1, 1) }
    }

    private func press(_ button: Button, then: @escaping () -> [UInt8]) -> [UInt8] {
        question = .button(then: then)
        return say(.buttonRequest) { $0.add(1, button.rawValue) }
    }

    private func refuse(_ refusal: Refusal, _ text: String) -> [UInt8] {
        say(.failure) {
            $0.add(1, refusal.rawValue)
            $0.add(2, text)
        }
    }

    private func say(_ kind: Kind, _ fill: (inout WalletFields) -> Void = { _ in }) -> [UInt8] {
        var fields = WalletFields()
        fill(&fields)
        return WalletFrames.stream(type: kind.rawValue, payload: fields.encoded)
    }

    private func features(_ fields: inout WalletFields) {
        fields.add(1, "onekey.so")
        for (id, value) in [(2, 4), (3, 10), (4, 1)] as [(UInt64, UInt64)] { fields.add(id, value) }
        fields.add(6, deviceID)
        fields.add(7, 1)
        fields.add(8, usesPassphrase ? 1 : 0)
        fields.add(9, "en-US")
        fields.add(10, "sim wallet")
        fields.add(12, 1)
        fields.add(13, "rev")
        fields.add(16, isLocked ? 0 : 1)
        fields.add(21, "T")
        for capability in [1, 2, 5, 7, 14, 17] as [UInt64] { fields.add(30, capability) }
        fields.add(35, Array(0..<32))
        fields.add(38, 600_000)
        fields.add(501, name)
        fields.add(502, "2.3.1")
        fields.add(503, 1)
        fields.add(508, "4.10.1")
        fields.add(511, "TC01WBD202311210")
        fields.add(520, 93)
        fields.add(600, 3)
        fields.add(612, "TC01WBD202311210")
    }

    private func onekeyFeatures(_ fields: inout WalletFields) {
        fields.add(1, 3)
        fields.add(4, "4.10.1")
        fields.add(11, "TC01WBD202311210")
        fields.add(12, name)
        fields.add(13, "2.3.1")
    }
}
