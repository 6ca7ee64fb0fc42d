// The network of a test.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TransomCore
import TransomGLib
public import TransomSandbox
import TransomShell
import WebKit

/// The network of a test: pages at production origins for every data store of the process, without a change in the code
/// under test.
///
/// ```swift
/// Sandbox.install()
/// try Sandbox.serve("https://shop.example", from: "web/dist")
/// ```
///
/// Once it is installed, nothing that a page of this process does reaches the network: a host that is not served is refused.
/// Origins, cookies, CORS, secure contexts and TLS are as in production. Main thread. A host that is a process of its own has
/// a network of its own (``TransomHost/stub(_:status:headers:body:)``, `--serve`).
@MainActor
public enum Sandbox {
    final class Network {
        let server: SandboxServer

        init(_ server: SandboxServer) { self.server = server }
    }

    static var shared: Network?

    /// Puts every data store of this process, present and to come, on the sandbox's network.
    ///
    /// Does nothing where that was done before. The persistent stores of the process get a folder of their own where none was
    /// made yet, so that parallel tests do not share them.
    ///
    /// - Parameter clock: The time of delays; nil for the real one.
    public static func install(clock: TestClock? = nil) {
        guard shared == nil else { return }
        if let folder = try? RunFolder.path() { setenv("XDG_DATA_HOME", folder + "/data", 1) }
        do throws(SandboxError) {
            let server: SandboxServer
            if let clock {
                server = try SandboxServer(sites: [], clock: clock, delays: clock)
            } else {
                server = try SandboxServer(sites: [])
            }
            shared = Network(server)
            server.onConnect = { host in
                for store in DataStores.all { trust(host, in: store) }
            }
            server.settle = { _ in
                for store in DataStores.all { await store.settle() }
            }
            DataStores.prepare { store in
                store.setProxy(server.proxyURI)
                for host in server.hosts { trust(host, in: store) }
            }
        } catch { preconditionFailure("The sandbox cannot be installed: \(error).") }
    }

    private static func trust(_ host: String, in store: WKWebsiteDataStore) {
        guard let pem = try? shared?.server.certificatePEM(for: host) else { return }
        // A text that our own certificate is cannot be none.
        try? store.trust(certificatePEM: pem, host: host)
    }

    private static var server: SandboxServer {
        install()
        guard let server = shared?.server else { preconditionFailure("The sandbox was installed and is not there.") }
        return server
    }

    /// Serves a folder at an origin, in place of what is served there.
    ///
    /// - Parameters:
    ///   - origin: As `https://shop.example`.
    ///   - folder: The path of a build; a route that has no file gets its `index.html`.
    /// - Throws: That the origin or the folder is none.
    public static func serve(_ origin: String, from folder: String) throws {
        try serve(FolderSite([try Origin(origin)], folder: folder))
    }

    /// Serves a function at an origin, in place of what is served there.
    ///
    /// - Parameters:
    ///   - origin: As `https://shop.example`.
    ///   - answer: Called on the main thread for each request.
    /// - Throws: That the origin is none.
    public static func serve(
        _ origin: String, _ answer: @escaping @MainActor (SandboxRequest) -> SandboxResponse
    ) throws {
        try serve(ClosureSite([try Origin(origin)], answer: answer))
    }

    /// Serves the answers of a HAR file at the origins that they came from.
    ///
    /// - Parameter path: Written by a browser's developer tools, or by ``writeHAR(to:)``.
    /// - Throws: That the file cannot be used.
    public static func serve(har path: String) throws {
        try serve(ArchiveSite(path: path))
    }

    private static func serve(_ site: any SandboxSite) throws {
        let server = server
        try server.serve(site)
        for origin in site.origins {
            for store in DataStores.all { trust(origin.host, in: store) }
        }
    }

    /// Answers requests for a URL pattern, at any https origin, in place of what is served there.
    ///
    /// - Parameter url: A glob, such as `https://api.shop.example/v1/*`.
    public static func stub(_ url: String, with response: SandboxResponse) { server.rules.stub(url, with: response) }

    /// Holds back answers to requests for a URL pattern.
    public static func delay(_ url: String, by time: Duration) { server.rules.delay(url, by: time) }

    /// Lets requests for a URL pattern fail.
    public static func fail(_ url: String, _ kind: NetworkFailure) { server.rules.fail(url, kind) }

    /// Takes the network away, or gives it back.
    public static func offline(_ isOffline: Bool) { server.rules.isOffline = isOffline }

    /// Slows the bodies of answers to requests for a URL pattern down to so many bytes a second; nil for as fast as it goes.
    public static func throttle(_ url: String = "https://*", bytesPerSecond: Int?) {
        server.rules.throttle(url, bytesPerSecond: bytesPerSecond)
    }

    /// Takes back every stub, delay, failure and throttle; what is served stays.
    public static func reset() { server.rules.removeAll() }

    /// Begins to keep what goes over the network, or begins anew.
    public static func record() { server.record() }

    /// What went over the network since ``record()``.
    public static var traffic: [TrafficLog.Entry] { server.traffic?.entries ?? [] }

    /// Writes what went over the network since ``record()`` as a HAR 1.2 document.
    public static func writeHAR(to path: String) throws {
        let har = server.traffic?.har(version: "test") ?? [:]
        try JSONText.encode(har).write(toFile: path, atomically: true, encoding: .utf8)
    }
}
