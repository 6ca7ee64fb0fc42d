// The cookies of a store.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib
import TransomWebKitShims

/// The cookies of a store, those that are only for http and those of the session included.
///
/// `WebKitCookieManager`. Use it on the main thread.
@preconcurrency @MainActor
open class WKHTTPCookieStore: NSObject {
    /// Which cookies are taken.
    public enum CookiePolicy: Int, Sendable {
        /// All.
        case allow
        /// None.
        case disallow
    }

    /// Owns the data manager, which the cookie manager uses to its very end without a reference of its own.
    private let context: ObjectRef
    private let manager: UnsafeMutablePointer<WebKitCookieManager>
    private var observers: [(observer: Weak, id: ObjectIdentifier)] = []
    private var connection: SignalConnection?

    private struct Weak {
        weak var observer: (any WKHTTPCookieStoreObserver)?
    }

    init(_ manager: UnsafeMutablePointer<WebKitCookieManager>, of context: ObjectRef) {
        self.manager = manager
        self.context = context
        super.init()
        connection = SignalConnection(UnsafeMutableRawPointer(manager), WeakReference(self)) { object, data, destroy in
            transom_connect_cookies_changed(
                object,
                { _, data in CallbackBox<WeakReference<WKHTTPCookieStore>>.value(at: data)?.object?.changed() },
                data, destroy)
        }
    }

    /// Gives all cookies.
    @preconcurrency open func getAllCookies(_ completionHandler: @escaping @MainActor @Sendable ([HTTPCookie]) -> Void)
    {
        let (context, manager) = (context, manager)
        AsyncOperation.start { ready, data in
            webkit_cookie_manager_get_all_cookies(manager, nil, ready, data)
        } finish: { _, result, error in
            // An empty list is a null pointer, as a failure is: the error tells them apart.
            let list = webkit_cookie_manager_get_all_cookies_finish(manager, result, error)
            return list == nil && error.pointee != nil ? nil : [list]
        } completion: { result in
            Self.releaseLater(context)
            let list = (try? result.get())?.first ?? nil
            var cookies: [HTTPCookie] = []
            var node = list
            while let item = node {
                if let cookie = item.pointee.data {
                    if let read = EngineCookie.read(OpaquePointer(cookie)) { cookies.append(read) }
                    soup_cookie_free(OpaquePointer(cookie))
                }
                node = item.pointee.next
            }
            g_list_free(list)
            completionHandler(cookies)
        }
        MainLoop.wake()
    }

    /// All cookies.
    open func allCookies() async -> [HTTPCookie] {
        await withCheckedContinuation { continuation in
            getAllCookies { continuation.resume(returning: $0) }
        }
    }

    /// Sets a cookie, in the place of one with its name, domain and path.
    @preconcurrency open func setCookie(
        _ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        let (context, manager) = (context, manager)
        let written = EngineCookie.write(cookie)
        defer { soup_cookie_free(written) }
        AsyncOperation.start { ready, data in
            webkit_cookie_manager_add_cookie(manager, written, nil, ready, data)
        } finish: { _, result, error in
            webkit_cookie_manager_add_cookie_finish(manager, result, error) != 0 ? () : nil
        } completion: { (_: Result<Void, GLibError>) in
            Self.releaseLater(context)
            completionHandler?()
        }
        MainLoop.wake()
    }

    /// Sets a cookie.
    open func setCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            setCookie(cookie) { continuation.resume() }
        }
    }

    /// Sets cookies, one after the other.
    @preconcurrency open func setCookies(
        _ cookies: [HTTPCookie], completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        guard let first = cookies.first else {
            completionHandler?()
            return
        }
        setCookie(first) { [self] in setCookies(Array(cookies.dropFirst()), completionHandler: completionHandler) }
    }

    /// Sets cookies.
    open func setCookies(_ cookies: [HTTPCookie]) async {
        for cookie in cookies { await setCookie(cookie) }
    }

    /// Removes a cookie.
    @preconcurrency open func deleteCookie(
        _ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        let (context, manager) = (context, manager)
        let written = EngineCookie.write(cookie)
        defer { soup_cookie_free(written) }
        AsyncOperation.start { ready, data in
            webkit_cookie_manager_delete_cookie(manager, written, nil, ready, data)
        } finish: { _, result, error in
            webkit_cookie_manager_delete_cookie_finish(manager, result, error) != 0 ? () : nil
        } completion: { (_: Result<Void, GLibError>) in
            Self.releaseLater(context)
            completionHandler?()
        }
        MainLoop.wake()
    }

    /// Removes a cookie.
    open func deleteCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            deleteCookie(cookie) { continuation.resume() }
        }
    }

    /// Tells an object of changes from now on, once a change.
    ///
    /// It is not kept.
    open func add(_ observer: any WKHTTPCookieStoreObserver) {
        observers.removeAll { $0.observer.observer == nil }
        guard !observers.contains(where: { $0.id == ObjectIdentifier(observer) }) else { return }
        observers.append((Weak(observer: observer), ObjectIdentifier(observer)))
    }

    /// Tells an object of changes no more.
    open func remove(_ observer: any WKHTTPCookieStoreObserver) {
        observers.removeAll { $0.id == ObjectIdentifier(observer) || $0.observer.observer == nil }
    }

    /// Says which cookies are taken from now on.
    ///
    /// At first the engine takes those of the page's own site alone.
    @preconcurrency open func setCookiePolicy(
        _ policy: CookiePolicy, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        webkit_cookie_manager_set_accept_policy(
            manager,
            policy == .allow ? WEBKIT_COOKIE_POLICY_ACCEPT_ALWAYS : WEBKIT_COOKIE_POLICY_ACCEPT_NEVER)
        completionHandler?()
    }

    /// Says which cookies are taken from now on.
    open func setCookiePolicy(_ policy: CookiePolicy) async {
        await withCheckedContinuation { continuation in
            setCookiePolicy(policy) { continuation.resume() }
        }
    }

    /// Gives which cookies are taken.
    @preconcurrency open func getCookiePolicy(
        _ completionHandler: @escaping @MainActor @Sendable (CookiePolicy) -> Void
    ) {
        let (context, manager) = (context, manager)
        AsyncOperation.start { ready, data in
            webkit_cookie_manager_get_accept_policy(manager, nil, ready, data)
        } finish: { _, result, error in
            webkit_cookie_manager_get_accept_policy_finish(manager, result, error)
        } completion: { result in
            Self.releaseLater(context)
            let policy = (try? result.get()) ?? WEBKIT_COOKIE_POLICY_ACCEPT_ALWAYS
            completionHandler(policy == WEBKIT_COOKIE_POLICY_ACCEPT_NEVER ? .disallow : .allow)
        }
        MainLoop.wake()
    }

    /// Which cookies are taken.
    open var cookiePolicy: CookiePolicy {
        get async {
            await withCheckedContinuation { continuation in
                getCookiePolicy { continuation.resume(returning: $0) }
            }
        }
    }

    /// Lets the context go after the operation whose callback this is, which holds the cookie manager to its end.
    private static func releaseLater(_ context: ObjectRef) {
        _ = Task { @MainActor in withExtendedLifetime(context) {} }
    }

    isolated deinit {
        // Before the context.
        connection = nil
    }

    private func changed() {
        for entry in observers { entry.observer.observer?.cookiesDidChange(in: self) }
    }
}
