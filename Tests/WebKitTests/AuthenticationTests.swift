// Servers that ask who the user is, and certificates that nobody vouches for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

// What iOS code looked like until Swift 5.
private final class PlainAnswers: NSObject, WKNavigationDelegate {
    var answer: (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?) = { _ in
        (.performDefaultHandling, nil)
    }
    private(set) var challenges: [URLAuthenticationChallenge] = []
    private(set) var calls: [String] = []
    private(set) var errors: [NSError] = []

    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        challenges.append(challenge)
        let (disposition, credential) = answer(challenge)
        completionHandler(disposition, credential)
    }
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        calls.append("start")
    }
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { calls.append("finish") }
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        calls.append("fail")
        errors.append(error as NSError)
    }
}

private final class IsolatedAnswers: NSObject, WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none)) }
}

private final class AsyncAnswers: NSObject, WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        try? await Task.sleep(for: .milliseconds(5))
        return (.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
    }
}

private final class SenderAnswers: NSObject, WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        challenge.sender?.use(URLCredential(user: "ada", password: "secret", persistence: .none), for: challenge)
        _ = completionHandler
    }
}

private final class TrustingAnswers: NSObject, WKNavigationDelegate {
    private(set) var calls: [String] = []
    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else { return (.performDefaultHandling, nil) }
        calls.append("trust \(challenge.protectionSpace.host) \(trust.certificateChainData.isEmpty)")
        return (.useCredential, URLCredential(trust: trust))
    }
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        calls.append("start")
    }
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { calls.append("commit") }
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { calls.append("finish") }
}

@MainActor
final class AuthenticationTests: XCTestCase {
    /// A server whose page only Ada sees, and a store that reaches it.
    private func guarded() throws -> (SandboxServer, WKWebsiteDataStore) {
        let server = try SandboxServer(sites: [
            ClosureSite([try Origin("https://shop.example")]) { request in
                guard request.header("Authorization") == "Basic YWRhOnNlY3JldA==" else {
                    var response = SandboxResponse.html("<title>who?</title>")
                    response.status = 401
                    response.headers.append(("WWW-Authenticate", "Basic realm=\"till\""))
                    return response
                }
                return .html("<title>welcome</title>")
            }
        ])
        let store = WKWebsiteDataStore.nonPersistent()
        store.setProxy(server.proxyURI)
        for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        return (server, store)
    }

    private func view(_ store: WKWebsiteDataStore, _ delegate: any WKNavigationDelegate) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = delegate
        view.load("https://shop.example/")
        return view
    }

    func testEverySpellingGivesACredential() async throws {
        for delegate in [IsolatedAnswers(), AsyncAnswers(), SenderAnswers()] as [any WKNavigationDelegate] {
            let (server, store) = try guarded()
            let view = view(store, delegate)
            try await eventually("\(type(of: delegate)) is welcome") { view.title == "welcome" }
            withExtendedLifetime((server, delegate)) {}
        }
    }

    func testAChallengeSaysWhatIsAsked() async throws {
        let (server, store) = try guarded()
        let answers = PlainAnswers()
        answers.answer = { challenge in
            challenge.previousFailureCount == 0
                ? (.useCredential, URLCredential(user: "ada", password: "wrong", persistence: .none))
                : (.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
        }
        let view = view(store, answers)
        try await eventually { view.title == "welcome" }
        let space = answers.challenges[0].protectionSpace
        XCTAssertEqual(space.host, "shop.example")
        XCTAssertEqual(space.realm, "till")
        XCTAssertEqual(space.authenticationMethod, NSURLAuthenticationMethodHTTPBasic)
        XCTAssertNil(space.serverTrust)
        XCTAssertEqual(answers.challenges.map(\.previousFailureCount), [0, 1])
        withExtendedLifetime(server) {}
    }

    func testWithoutACredentialTheServersPageIsShown() async throws {
        for disposition in [URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace] {
            let (server, store) = try guarded()
            let answers = PlainAnswers()
            answers.answer = { _ in (disposition, nil) }
            let view = view(store, answers)
            try await eventually("\(disposition.rawValue)") { view.title == "who?" }
            withExtendedLifetime(server) {}
        }
        let (server, store) = try guarded()
        let log = NavigationLog()
        let view = view(store, log)
        try await eventually("no challenge is answered") { view.title == "who?" }
        withExtendedLifetime(server) {}
    }

    func testACancelledChallengeFailsTheLoad() async throws {
        let (server, store) = try guarded()
        let answers = PlainAnswers()
        answers.answer = { _ in (.cancelAuthenticationChallenge, nil) }
        let view = view(store, answers)
        try await eventually { answers.calls.last == "fail" }
        XCTAssertEqual(answers.errors.map(\.code), [NSURLErrorCancelled])
        XCTAssertEqual(answers.calls, ["start", "fail"])
        withExtendedLifetime((server, view)) {}
    }

    /// A store that reaches a server whose certificate it does not know.
    private func untrusted() throws -> (web: TestWeb, store: WKWebsiteDataStore) {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>shop</title>")])
        let store = WKWebsiteDataStore.nonPersistent()
        store.setProxy(web.proxyURI)
        return (web, store)
    }

    func testACertificateThatTheDelegateTrustsIsAccepted() async throws {
        let (web, store) = try untrusted()
        let answers = TrustingAnswers()
        let view = view(store, answers)
        XCTAssertTrue(view.isLoading)
        try await eventually { view.title == "shop" && answers.calls.last == "finish" }
        XCTAssertEqual(answers.calls, ["start", "trust shop.example false", "commit", "finish"])
        XCTAssertTrue(view.hasOnlySecureContent)
        view.reload()
        try await eventually { answers.calls.filter { $0 == "finish" }.count == 2 }
        XCTAssertEqual(answers.calls.filter { $0.hasPrefix("trust") }.count, 1)
        withExtendedLifetime(web) {}
    }

    func testACertificateThatAFurtherAuthorityVouchesForIsAcceptedAndNobodyIsAsked() async throws {
        let (web, store) = try untrusted()
        let file = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try web.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
        store.authorities = try TrustAuthorities(file: file)
        let answers = PlainAnswers()
        answers.answer = { _ in (.cancelAuthenticationChallenge, nil) }
        let view = view(store, answers)
        try await eventually { view.title == "shop" && answers.calls.last == "finish" }
        XCTAssertEqual(answers.calls, ["start", "finish"])
        withExtendedLifetime(web) {}
    }

    func testAnotherAuthorityVouchesForNothing() async throws {
        let (web, store) = try untrusted()
        let other = try TestWeb(pages: ["shop.example/": .html("<title>other</title>")])
        let file = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try other.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
        store.authorities = try TrustAuthorities(file: file)
        let answers = PlainAnswers()
        answers.answer = { _ in (.performDefaultHandling, nil) }
        let view = view(store, answers)
        try await eventually { answers.calls.last == "fail" }
        XCTAssertEqual(web.requests.count, 0)
        withExtendedLifetime((web, other, view)) {}
        XCTAssertThrowsError(try TrustAuthorities(file: "/nowhere.pem"))
    }

    func testACertificateThatTheDelegateDoesNotTrustFailsTheLoad() async throws {
        for disposition in [URLSession.AuthChallengeDisposition.performDefaultHandling, .cancelAuthenticationChallenge]
        {
            let (web, store) = try untrusted()
            let answers = PlainAnswers()
            answers.answer = { _ in (disposition, nil) }
            let view = view(store, answers)
            try await eventually { answers.calls.last == "fail" }
            XCTAssertEqual(answers.calls, ["start", "fail"])
            XCTAssertEqual(answers.errors[0].domain, NSURLErrorDomain)
            XCTAssertEqual(
                answers.errors[0].code == NSURLErrorCancelled, disposition == .cancelAuthenticationChallenge)
            XCTAssertFalse(view.isLoading)
            XCTAssertEqual(web.requests.count, 0)
            view.load("about:blank")
            try await eventually { answers.calls.last == "finish" }
        }
    }

    func testAFormIsNeverSentAgainAsAnotherRequestForACertificatesSake() async throws {
        let (web, store) = try untrusted()
        web.pages["shop.example/pay"] = .html("<title>paid</title>")
        let file = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try web.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
        store.authorities = try TrustAuthorities(file: file)
        let answers = PlainAnswers()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = answers
        let form = "<form id=f method=post action='https://shop.example/pay'><input name=amount value=500></form>"
        view.loadHTMLString(form, baseURL: URL(string: "https://till.example/"))
        try await eventually { answers.calls.last == "finish" }
        _ = try await view.evaluateJavaScript("f.submit(); 0")
        try await eventually { answers.calls.last == "fail" }
        XCTAssertEqual(web.requests.map(\.method), [], "no form without its fields")
        // Whoever tries again has the certificate trusted by now.
        view.loadHTMLString(form, baseURL: URL(string: "https://till.example/"))
        try await eventually { answers.calls.last == "finish" }
        _ = try await view.evaluateJavaScript("f.submit(); 0")
        try await eventually { view.title == "paid" }
        XCTAssertEqual(web.requests.map(\.method), ["POST"])
    }
}
