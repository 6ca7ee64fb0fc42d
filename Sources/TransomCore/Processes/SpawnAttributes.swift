// How the programs start that the host runs.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// How the programs start that the host runs: each in a process group of its own, with no signal blocked, and with the
/// signal of a pipe that nobody reads at its default, which the host ignores.
///
/// `posix_spawnattr_init(3)`. Callable from any thread.
package struct SpawnAttributes: ~Copyable {
    private var attributes = posix_spawnattr_t()

    /// Makes the attributes.
    package init() {
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }

    /// Calls a closure with what `posix_spawn` takes.
    package func withPointer<Result>(_ body: (UnsafePointer<posix_spawnattr_t>) -> Result) -> Result {
        withUnsafePointer(to: attributes, body)
    }

    deinit {
        var attributes = attributes
        posix_spawnattr_destroy(&attributes)
    }
}
