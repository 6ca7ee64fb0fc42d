// The wallet's states, with a radio that does what the test says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShellTestSupport
import XCTest

@testable import TransomWallet

@MainActor
final class WalletControllerTests: XCTestCase {
    private let id = FakeRadio.uuid(1)
    private let other = FakeRadio.uuid(2)

    @MainActor
    fileprivate final class Bench {
        let radio = FakeRadio()
        let scheduler = ManualScheduler()
        let controller: WalletController
        var answers: [String] = []
        var notifications: [[UInt8]] = []
        var losses: [String] = []

        init() {
            controller = WalletController(radio: radio, scheduler: scheduler, limits: .standard, scan: .seconds(3))
            controller.onNotification = { [weak self] in
                self?.notifications.append($0)
                self?.answers.append("notified \($0)")
            }
            controller.onLoss = { [weak self] in self?.losses.append($1.code) }
        }

        func note<Value>(_ name: String) -> (Result<Value, WalletFault>) -> Void {
            { [weak self] result in
                switch result {
                case .success(let value): self?.answers.append(value is Void ? "\(name) ok" : "\(name) \(value)")
                case .failure(let fault): self?.answers.append("\(name) \(fault.code)")
                }
            }
        }

        func connected(_ id: UUID) {
            radio.known = [id]
            controller.connect(id, note("connect"))
            radio.emit(.ready(id))
            XCTAssertEqual(answers, ["connect ok"])
            answers = []
        }
    }

    func testASearchIsSharedAnswersOnceAndListsEachWalletOnce() async {
        let bench = Bench()
        var lists: [[WalletController.Device]] = []
        for _ in 0..<2 { bench.controller.enumerate { if case .success(let list) = $0 { lists.append(list) } } }
        XCTAssertEqual(bench.radio.log, ["scan"])
        for _ in 0..<1000 { bench.radio.emit(.found(id, name: "Touch\u{202E} 1\n2")) }
        bench.radio.emit(.found(other, name: ""))
        XCTAssertEqual(lists.count, 0)
        bench.scheduler.advance(by: .seconds(3))
        XCTAssertEqual(lists.count, 2)
        XCTAssertEqual(lists[0].map(\.name), ["Touch 1 2", "A wallet without a name"])
        XCTAssertEqual(bench.radio.log, ["scan", "stop"])
        bench.radio.emit(.found(FakeRadio.uuid(3), name: "late"))
        XCTAssertEqual(bench.scheduler.count, 0)
    }

    func testASearchListsNoMoreThanTheLimit() async {
        let bench = Bench()
        var count = 0
        bench.controller.enumerate { if case .success(let list) = $0 { count = list.count } }
        for _ in 0..<300 { bench.radio.emit(.found(UUID(), name: "x")) }
        bench.scheduler.advance(by: .seconds(3))
        XCTAssertEqual(count, 50)
    }

    func testConnectAnswersWhenTheWalletNotifiesAndNotBefore() async {
        let bench = Bench()
        bench.radio.known = [id]
        bench.controller.connect(id, bench.note("connect"))
        XCTAssertEqual(bench.answers, [])
        bench.controller.send(id, [1], withResponse: false, bench.note("send"))
        bench.controller.connect(id, bench.note("again"))
        bench.controller.connect(other, bench.note("other"))
        bench.radio.emit(.ready(id))
        XCTAssertEqual(bench.answers, ["send not_connected", "again busy", "other busy", "connect ok"])
        bench.controller.connect(id, bench.note("again"))
        bench.controller.connect(other, bench.note("other"))
        XCTAssertEqual(bench.answers.suffix(2), ["again already_connected", "other busy"])
        XCTAssertEqual(bench.controller.link, .connected(id))
        XCTAssertEqual(bench.scheduler.count, 0)
    }

    func testAWalletThatWasNotSeenIsLookedForAndThenNotFound() async {
        let bench = Bench()
        bench.controller.connect(id, bench.note("connect"))
        XCTAssertEqual(bench.radio.log, ["scan"])
        bench.radio.emit(.found(other, name: "another"))
        bench.scheduler.advance(by: .seconds(10))
        XCTAssertEqual(bench.answers, ["connect not_found"])
        XCTAssertEqual(bench.radio.log, ["scan", "stop"])
        bench.controller.connect(id, bench.note("second"))
        bench.radio.emit(.found(id, name: "it"))
        XCTAssertEqual(bench.radio.log.suffix(3), ["scan", "stop", "connect"])
        bench.radio.emit(.ready(id))
        XCTAssertEqual(bench.answers.last, "second ok")
    }

    func testAConnectionThatTakesTooLongOrFailsIsAnsweredAndCancelled() async {
        let bench = Bench()
        bench.radio.known = [id]
        bench.controller.connect(id, bench.note("connect"))
        bench.scheduler.advance(by: .seconds(60))
        XCTAssertEqual(bench.answers, ["connect timeout"])
        XCTAssertEqual(bench.radio.log, ["connect", "disconnect"])
        // What comes late belongs to nobody.
        bench.radio.emit(.ready(id))
        XCTAssertEqual(bench.controller.link, .idle)
        bench.controller.connect(id, bench.note("second"))
        bench.radio.emit(.failed(id, .noService))
        XCTAssertEqual(bench.answers, ["connect timeout", "second no_service"])
        XCTAssertEqual(bench.scheduler.count, 0)
    }

    func testPacketsGoOneAfterAnotherAndEachIsAnsweredWhenItIsWritten() async {
        let bench = Bench()
        bench.connected(id)
        for number in 1...3 { bench.controller.send(id, [UInt8(number)], withResponse: false, bench.note("\(number)")) }
        bench.controller.send(other, [9], withResponse: false, bench.note("other"))
        XCTAssertEqual(bench.radio.written, [[1]])
        XCTAssertEqual(bench.answers, ["other not_connected"])
        bench.radio.finishWrite(nil)
        bench.radio.finishWrite(.write("ATT error 0x03"))
        bench.radio.finishWrite(nil)
        XCTAssertEqual(bench.radio.written, [[1], [2], [3]])
        XCTAssertEqual(bench.answers, ["other not_connected", "1 ok", "2 write_failed", "3 ok"])
    }

    func testANotificationComesAfterTheAnswerToThePacketThatCausedIt() async {
        let bench = Bench()
        bench.connected(id)
        bench.controller.send(id, [1], withResponse: false, bench.note("send"))
        bench.radio.emit(.notified(id, [0x10]))
        bench.radio.emit(.notified(id, [0x10]))
        bench.radio.emit(.notified(other, [0x66]))
        bench.radio.finishWrite(nil)
        bench.radio.emit(.notified(id, []))
        XCTAssertEqual(bench.answers, ["send ok", "notified [16]", "notified [16]", "notified []"])
    }

    func testMoreNotificationsThanCanBeKeptEndTheLink() async {
        let bench = Bench()
        bench.connected(id)
        bench.controller.send(id, [1], withResponse: false, bench.note("send"))
        for _ in 0...1024 { bench.radio.emit(.notified(id, [1])) }
        XCTAssertEqual(bench.answers, ["send overflow"])
        XCTAssertEqual(bench.losses, ["overflow"])
        XCTAssertEqual(bench.radio.log.last, "disconnect")
        XCTAssertEqual(bench.notifications, [])
    }

    func testAWriteWithoutAnEndEndsTheLink() async {
        let bench = Bench()
        bench.connected(id)
        bench.controller.send(id, [1], withResponse: true, bench.note("1"))
        bench.controller.send(id, [2], withResponse: true, bench.note("2"))
        bench.scheduler.advance(by: .seconds(10))
        XCTAssertEqual(bench.answers, ["1 timeout", "2 timeout"])
        bench.radio.finishWrite(nil)
        bench.radio.emit(.lost(id, nil))
        XCTAssertEqual(bench.answers.count, 2)
        XCTAssertEqual(bench.losses, ["timeout"])
        XCTAssertEqual(bench.controller.link, .idle)
    }

    func testDisconnectAnswersWhenTheLinkIsGoneAndSaysWhenThereWasNone() async {
        let bench = Bench()
        bench.controller.disconnect(nil, bench.note("idle"))
        XCTAssertEqual(bench.answers, ["idle false"])
        bench.answers = []
        bench.connected(id)
        bench.controller.disconnect(other, bench.note("other"))
        XCTAssertEqual(bench.controller.link, .connected(id))
        bench.controller.send(id, [1], withResponse: false, bench.note("send"))
        bench.controller.disconnect(id, bench.note("one"))
        bench.controller.disconnect(nil, bench.note("two"))
        bench.controller.send(id, [2], withResponse: false, bench.note("late"))
        XCTAssertEqual(bench.answers, ["other false", "send superseded", "late not_connected"])
        bench.radio.emit(.lost(id, nil))
        XCTAssertEqual(bench.answers.suffix(2), ["one true", "two true"])
        XCTAssertEqual(bench.losses, [])
        bench.answers = []
        bench.connected(id)
        bench.controller.disconnect(id, bench.note("slow"))
        bench.scheduler.advance(by: .seconds(10))
        XCTAssertEqual(bench.answers, ["slow true"])
    }

    func testAnAdapterThatGoesAnswersEverythingAndComesBack() async {
        let off = WalletFault.unavailable("Bluetooth is turned off")
        let bench = Bench()
        bench.connected(id)
        bench.controller.enumerate(bench.note("search"))
        bench.controller.send(id, [1], withResponse: false, bench.note("send"))
        bench.radio.set(.unavailable(off))
        XCTAssertEqual(bench.answers, ["search adapter_unavailable", "send adapter_unavailable"])
        XCTAssertEqual(bench.losses, ["adapter_unavailable"])
        bench.controller.enumerate(bench.note("off"))
        bench.controller.connect(id, bench.note("off"))
        XCTAssertEqual(bench.answers.suffix(2), ["off adapter_unavailable", "off adapter_unavailable"])
        bench.radio.set(.available)
        bench.answers = []
        bench.connected(id)
    }

    func testASearchBeforeTheAdapterIsKnownBeginsWhenItIs() async {
        let bench = Bench()
        bench.radio.state = .unknown
        var names: [String]?
        bench.controller.enumerate { names = (try? $0.get())?.map(\.name) }
        XCTAssertEqual(bench.radio.log, [])
        bench.radio.set(.available)
        bench.radio.emit(.found(id, name: "it"))
        bench.scheduler.advance(by: .seconds(3))
        XCTAssertEqual(names, ["it"])
        bench.radio.state = .unknown
        bench.controller.enumerate(bench.note("search"))
        bench.scheduler.advance(by: .seconds(5))
        XCTAssertEqual(bench.answers, ["search adapter_unavailable"])
    }

    func testAPageThatGoesEndsEverythingAndNothingIsWrittenAgain() async {
        let bench = Bench()
        bench.connected(id)
        bench.controller.enumerate(bench.note("search"))
        bench.controller.send(id, [1], withResponse: false, bench.note("1"))
        bench.controller.send(id, [2], withResponse: false, bench.note("2"))
        bench.controller.reset(.sessionReset)
        XCTAssertEqual(bench.answers, ["search session_reset", "1 session_reset", "2 session_reset"])
        XCTAssertEqual(bench.radio.written, [[1]])
        bench.radio.finishWrite(nil)
        bench.radio.emit(.lost(id, nil))
        bench.connected(id, after: 3)
        XCTAssertEqual(bench.radio.written, [[1]])
    }

    /// Whatever happens in whatever order, every request gets one answer and the states stay those of the table.
    func testAnyOrderOfRequestsAndFaultsAnswersEachRequestOnce() async {
        var generator = SplitMix(state: 42)
        for round in 0..<2000 {
            let bench = Bench()
            bench.radio.known = [id, other]
            var asked = 0
            var answered: [Int: Int] = [:]
            func once<Value>() -> (Result<Value, WalletFault>) -> Void {
                asked += 1
                let number = asked
                return { _ in answered[number, default: 0] += 1 }
            }
            for _ in 0..<40 {
                let wallet = generator.next() % 4 == 0 ? other : id
                switch generator.next() % 14 {
                case 0: bench.controller.enumerate(once())
                case 1, 2: bench.controller.connect(wallet, once())
                case 3: bench.controller.disconnect(generator.next() % 2 == 0 ? nil : wallet, once())
                case 4, 5: bench.controller.send(wallet, [1], withResponse: false, once())
                case 6, 7: bench.radio.emit(.ready(wallet))
                case 8: bench.radio.finishWrite(generator.next() % 4 == 0 ? .write("x") : nil)
                case 9: bench.radio.emit(.lost(wallet, generator.next() % 2 == 0 ? nil : .lost))
                case 10: bench.radio.emit(.failed(wallet, .noService))
                case 11: bench.radio.emit(.notified(wallet, [1]))
                case 12:
                    bench.radio.set(
                        [.available, .available, .unknown, .unavailable(.unavailable("off"))][
                            Int(generator.next() % 4)])
                default: bench.scheduler.advance(by: .seconds(Int(generator.next() % 15)))
                }
                XCTAssertTrue(answered.values.allSatisfy { $0 == 1 }, "round \(round)")
            }
            bench.controller.reset(.sessionReset)
            bench.scheduler.advance(by: .seconds(200))
            XCTAssertEqual(answered.count, asked, "round \(round)")
            XCTAssertEqual(bench.controller.link, .idle, "round \(round)")
            XCTAssertEqual(bench.scheduler.count, 0, "round \(round)")
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension WalletControllerTests.Bench {
    fileprivate func connected(_ id: UUID, after count: Int) {
        answers.removeFirst(count)
        connected(id)
    }
}
