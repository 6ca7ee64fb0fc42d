// Return links of one run: the desktop entry, the state, and the bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomDBus

/// Makes a run the one that return links of its scheme come to, as long as it is kept.
final class ReturnService {
    private let receiver: ReturnReceiver

    /// Installs the entry, waits for the state, and listens on the bus.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - state: The state that the link of this run carries; nil where it carries none.
    ///   - session: What is told of links.
    init(
        _ scheme: ReturnScheme, state: SecretValue?, for session: HostSession
    ) async throws(SessionFactory.Failure) {
        if let state {
            guard ReturnGate.isState(state.reveal()) else {
                throw SessionFactory.Failure(
                    sentence: "returnState: what it refers to is no state; \(ReturnGate.stateForm) are", status: 2)
            }
            session.expectReturn(state.reveal())
        }
        do throws(ReturnEntry.Failure) {
            try ReturnEntry.install(scheme, executable: try Self.executable())
        } catch {
            throw SessionFactory.Failure(sentence: error.description, status: 4)
        }
        do throws(DBusError) {
            receiver = try await ReturnReceiver(
                offer: { [weak session] in session?.returned($0) ?? .scheme },
                took: { [weak session] in session?.returnTaken() },
                wake: { [weak session] in session?.wokenByStranger() })
        } catch {
            throw SessionFactory.Failure(
                sentence: "--return-scheme \(scheme): \(error); return links need the user's session bus", status: 4)
        }
    }

    private static func executable() throws(ReturnEntry.Failure) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else {
            throw .notWritten(path: "/proc/self/exe", reason: String(cString: strerror(errno)))
        }
        return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
