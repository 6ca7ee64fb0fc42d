// Opens integrations over a home page.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomGLib
import TransomSandbox
import WebKit

/// Opens integrations over a home page, one at a time, and gives each opening its one answer.
///
/// Every sheet is a session with a policy, handlers, data and, in the sandbox, a far end of its own. One whose page puts it
/// away is kept for a time, and comes back as it was when the same is asked for again.
final class Sheets {
    /// A sheet with what it stands on.
    private final class Sheet {
        let id: String
        /// What the page gave, without what is for one errand of the host's own.
        let parameters: [String: [String]]
        let opened: SessionFactory.Opened
        var answer: OneShot<SheetAnswer>

        init(
            id: String, parameters: [String: [String]], opened: SessionFactory.Opened, answer: OneShot<SheetAnswer>
        ) {
            self.id = id
            self.parameters = parameters
            self.opened = opened
            self.answer = answer
        }

        var session: HostSession { opened.session }
        var surface: SheetSurface? { session.surface as? SheetSurface }
    }

    private let configuration: HostConfiguration
    private let makeFactory: (HostConfiguration) -> SessionFactory
    private weak var home: HostSession?
    private var current: Sheet?
    private var putAway: Sheet?
    /// The data of the integrations that keep theirs from one sheet to the next, by their names.
    private var kept: [String: WKWebsiteDataStore] = [:]
    private var isOpening = false
    private var isClosed = false
    private var count = 0

    /// Makes ready to open sheets.
    ///
    /// - Parameters:
    ///   - home: The session of the home page.
    ///   - makeFactory: Makes what the sessions of a configuration are made by.
    init(over home: HostSession, makeFactory: @escaping (HostConfiguration) -> SessionFactory) {
        self.home = home
        self.makeFactory = makeFactory
        configuration = home.configuration
    }

    /// The session of the sheet that is open.
    var session: HostSession? { current?.session }
    /// The name of the sheet that is open, in its events.
    var openID: String? { current?.id }

    /// What can be opened, for a home page.
    var status: JSONValue {
        let integrations = configuration.integration.sheets.map { integration -> JSONValue in
            [
                "name": .string(integration.name), "summary": .string(integration.summary),
                "environment": .string(configuration.sheet(integration).options.environment.rawValue),
            ]
        }
        return ["integrations": .array(integrations), "sheet": current.map { .string($0.id) } ?? .null]
    }

    /// Opens an integration.
    ///
    /// - Parameters:
    ///   - name: The integration's.
    ///   - parameters: What a page gives; checked as a command line's are, and no secret among them. `returnState` is the
    ///     host's own: the state that the return link of this errand carries.
    ///   - answer: Called once, when the sheet is closed or could not be opened.
    func open(_ name: String, parameters: [String: [String]], answer: @escaping (SheetAnswer) -> Void) {
        let answer = OneShot<SheetAnswer>(ifDropped: .failed(reason: "the host ended"), answer)
        guard let integration = configuration.integration.sheets.first(where: { $0.name == name }) else {
            let names = configuration.integration.sheets.map { $0.name }
            let hint = NearestName.suggestion(for: name, in: names).map { "; did you mean \(quoted($0))?" } ?? ""
            return refuse(name, "unknown integration \(quoted(name))\(hint)", answer)
        }
        guard !isClosed, current == nil, !isOpening else {
            return refuse(name, "another sheet is open; one at a time is possible", answer)
        }
        var parameters = parameters
        let state: String?
        switch takeState(from: &parameters) {
        case .success(let given): state = given
        case .failure(let problem): return refuse(name, problem.sentence, answer)
        }
        if let sheet = putAway, sheet.session.name == name, sheet.parameters == parameters {
            sheet.session.expectReturn(state)
            return showAgain(sheet, answer)
        }
        var sheet = configuration.sheet(integration)
        do throws(IntegrationProblems) {
            sheet.options = try sheet.options.adding(pageParameters: parameters, of: integration)
        } catch {
            return refuse(name, Self.sentence(error), answer)
        }
        isOpening = true
        home?.stage?.setVeil(true)
        Task { [self] in
            await make(sheet, parameters: parameters, state, answer)
            isOpening = false
            home?.stage?.setVeil(false)
        }
    }

    /// Closes the sheet as its user does; says whether there was one.
    func closeByUser() -> Bool {
        guard let surface = current?.surface else { return false }
        surface.onClose?()
        return true
    }

    /// Closes every sheet because the home page goes.
    ///
    /// - Parameter whom: Who has closed it, as the event says it.
    func closeAll(by whom: String = "host") {
        isClosed = true
        current?.session.closedBy = whom
        current?.session.end(.host)
        discardPutAway()
    }

    /// Gives everything back, outside any callback of a view's.
    func tearDown() {
        closeAll()
        current = nil
    }

    // MARK: - Opening

    private func make(
        _ sheet: HostConfiguration, parameters: [String: [String]], _ state: String?,
        _ answer: OneShot<SheetAnswer>
    ) async {
        let factory = makeFactory(sheet)
        do throws(SessionFactory.Failure) {
            guard let home else { return }
            let stream = home.surroundings.stream.scoped(to: sheet.integration.name)
            let made = try await factory.makeIntegration(reason: .start, session: stream.factory.session) {
                [weak home] draft in
                // There is no sheet yet to tell it; its home page's run does, under the sheet's name.
                guard let home, home.ending == nil else { return }
                home.count(stream.emit(draft, speaker: nil))
            }
            guard !isClosed else { return }
            // What was put away belongs to another customer or another purpose.
            discardPutAway()
            count += 1
            let id = "sheet-\(count)"
            let opened = try factory.open(
                made, stream: stream, role: .sheet(id: id), hasWebSandbox: home.hasWebSandbox,
                store: sheet.keepsData ? kept[sheet.integration.name] : nil)
            if sheet.keepsData, made.declaration.assets == nil {
                kept[sheet.integration.name] = opened.session.store
            }
            opened.session.expectReturn(state)
            try start(Sheet(id: id, parameters: parameters, opened: opened, answer: answer), factory, over: home)
        } catch {
            refuse(sheet.integration.name, error.sentence, answer)
        }
    }

    private func start(
        _ sheet: Sheet, _ factory: SessionFactory, over home: HostSession
    ) throws(SessionFactory.Failure) {
        let session = sheet.session
        session.driven.onController = home.driven.onController
        session.onEvent = { [weak home] in home?.count($0) }
        session.onEnd = { [weak self, weak sheet] _ in sheet.map { self?.ended($0) } }
        session.onHide = { [weak self, weak sheet] in sheet.map { self?.hide($0) } }
        session.onRetry = { [weak session] in
            Task {
                guard let session else { return }
                do throws(SessionFactory.Failure) {
                    let name = session.surroundings.stream.factory.session
                    session.reopen(
                        try await factory.makeIntegration(reason: .error, session: name) { [weak session] in
                            session?.tell($0)
                        })
                } catch {
                    session.retryFailed(error.sentence)
                }
            }
        }
        current = sheet
        do throws(InjectedScript.Failure) {
            try session.start { stage in
                SheetSurface(
                    content: stage, over: home, title: Redaction.origin(of: session.integration.startURL.reveal()))
            }
        } catch {
            current = nil
            throw SessionFactory.Failure(sentence: error.description, status: 2)
        }
    }

    private func refuse(_ name: String, _ reason: String, _ answer: OneShot<SheetAnswer>) {
        home?.surroundings.say("open \(quoted(name)): \(reason)")
        home?.notice(HostText.sheetRefused())
        answer.answer(.failed(reason: reason))
    }

    /// All problems in one sentence, as a command line would tell them.
    private static func sentence(_ problems: IntegrationProblems) -> String {
        problems.all.map(\.message).joined(separator: "; ")
    }

    // MARK: - Closing

    private func ended(_ sheet: Sheet) {
        guard current === sheet || putAway === sheet else { return }
        let wasOpen = current === sheet
        if wasOpen { current = nil } else { putAway = nil }
        sheet.surface?.hide()
        sheet.answer.answer(sheet.session.sheetAnswer)
        // The engine may be in the middle of a callback of this very view.
        Task { sheet.session.tearDown() }
    }

    // MARK: - Putting away

    private func hide(_ sheet: Sheet) {
        guard current === sheet else { return }
        let answer = sheet.session.sheetAnswer
        sheet.session.tellPutAway()
        // The event itself may have been the awaited one.
        guard current === sheet else { return }
        current = nil
        putAway = sheet
        sheet.surface?.hide()
        sheet.answer.answer(answer)
        sheet.session.arm("hidden", configuration.limits.hiddenSheet) { [weak self] in self?.discardPutAway() }
    }

    private func showAgain(_ sheet: Sheet, _ answer: OneShot<SheetAnswer>) {
        putAway = nil
        current = sheet
        sheet.answer = answer
        sheet.session.disarm("hidden")
        sheet.surface?.show()
        sheet.session.stage?.focus()
        sheet.session.tellOpenedAgain()
    }

    // MARK: - Data and returns

    /// Forgets the data that sheets keep, and what is put away: the next customer begins afresh.
    func forgetData() {
        discardPutAway()
        for store in kept.values { Task { await store.removeEverything() } }
        kept = [:]
    }

    /// The sheet that waits for a return link, whose state is then used up.
    func claim(_ link: String) -> HostSession? {
        for sheet in [current, putAway].compactMap(\.self) where sheet.session.returns?.claim(link) ?? false {
            return sheet.session
        }
        return nil
    }

    private struct StateProblem: Error { let sentence: String }

    /// Takes the state out of a page's parameters: it is the host's and not the vendor's.
    private func takeState(from parameters: inout [String: [String]]) -> Result<String?, StateProblem> {
        guard let given = parameters.removeValue(forKey: "returnState") else { return .success(nil) }
        guard configuration.returnScheme != nil else {
            let sentence = "returnState: this run takes no return links; --return-scheme SCHEME has it do so"
            return .failure(StateProblem(sentence: sentence))
        }
        guard given.count == 1, ReturnGate.isState(given[0]) else {
            return .failure(StateProblem(sentence: "returnState: one is possible, of \(ReturnGate.stateForm)"))
        }
        return .success(given[0])
    }

    private func discardPutAway() {
        guard let sheet = putAway else { return }
        putAway = nil
        sheet.session.onEnd = nil
        sheet.session.end(.host)
        Task { sheet.session.tearDown() }
    }
}
