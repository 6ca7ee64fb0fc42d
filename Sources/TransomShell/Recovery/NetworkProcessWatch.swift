// Notices that the engine's network process went away.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import Glibc
import TransomSandbox
import TransomWebKitShims

/// Notices that the engine's network process went away, of which the engine tells nobody.
///
/// With it go the cookies of every session that keeps nothing on disk, so a customer's session cannot go on. `pidfd_open`;
/// nothing is polled.
final class NetworkProcessWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?

    /// Watches the network process that there is now; nil where there is none, or the kernel has no such descriptor.
    init?(onEnd: @escaping () -> Void) {
        guard let process = Self.process else { return nil }
        descriptor = transom_process_open(process)
        guard descriptor >= 0 else { return nil }
        watch = DescriptorWatch(descriptor, for: G_IO_IN) { [weak self] in
            // It stays readable for ever.
            self?.watch = nil
            onEnd()
        }
    }

    isolated deinit {
        watch = nil
        close(descriptor)
    }

    /// The youngest child of this process that is a network process: each session has one of its own.
    static var process: Int32? {
        guard let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else { return nil }
        var found: [(process: Int32, began: UInt64)] = []
        for task in tasks {
            let children = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            for child in children.split(separator: " ").compactMap({ Int32($0) }) {
                let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
                // The kernel keeps fifteen characters of a name.
                guard stat.contains("(WebKitNetworkPr"), let end = stat.lastIndex(of: ")") else { continue }
                let fields = stat[stat.index(after: end)...].split(separator: " ")
                guard fields.count > 19, let began = UInt64(fields[19]) else { continue }
                found.append((child, began))
            }
        }
        return found.max { $0.began < $1.began }?.process
    }
}
