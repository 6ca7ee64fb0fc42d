// Something whose end can be seen.
// SPDX-License-Identifier: Apache-2.0

/// Held by a handler; a weak reference to it shows whether the handler was freed.
final class Probe: Sendable {}
