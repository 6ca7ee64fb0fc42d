// Everything that a person does passes here before any widget sees it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomWebKitShims

/// Lets through what a customer may do with keys, a mouse and fingers, and drops everything else.
///
/// One gate a process: it stands in GDK's handler for all events, so nothing that the engine or the toolkit would do with a
/// key of its own can be reached. Main thread. `gdk_event_handler_set`.
final class InputGate {
    /// Called for every sign of a person; true swallows it, as what a warning was answered with.
    var onInput: (() -> Bool)?
    /// Called when the pointer moves, and with true when a finger touches.
    var onPointer: ((_ isTouch: Bool) -> Void)?
    /// Called when the chord or the gesture of staff was made.
    var onStaff: ((_ by: String) -> Void)?
    /// Whether Control, Alt, Shift and S are the chord of staff.
    var hasChord = false
    /// Counts taps in the corner; nil for no gesture.
    var taps: CornerTaps?
    /// Whether several fingers reach the page at once.
    var allowsManyFingers = false
    /// The screen's place and size, in application pixels.
    var area: () -> (x: Double, y: Double, width: Double, height: Double) = { (0, 0, 0, 0) }

    private let clock: any HostClock
    private var finger: (sequence: UnsafeMutableRawPointer, at: Duration)?
    private var place = (x: -1.0, y: -1.0)
    private static weak var current: InputGate?

    /// A finger whose lifting got lost is forgotten when another one comes after this time.
    private static let lostFinger = Duration.seconds(3)

    init(clock: any HostClock) {
        self.clock = clock
    }

    /// Stands in the way of every event from now on.
    func close() {
        Self.current = self
        transom_gate_input { input in
            guard let input else { return 1 }
            return InputGate.current?.admits(input.pointee) ?? true ? 1 : 0
        }
    }

    /// Lets everything through again.
    func open() {
        guard Self.current === self else { return }
        Self.current = nil
        transom_gate_input(nil)
    }

    /// Judges one event.
    func admits(_ input: TransomInput) -> Bool {
        switch input.kind {
        case TRANSOM_INPUT_KEY_DOWN, TRANSOM_INPUT_KEY_UP:
            return !isSwallowed() && admitsKey(input)
        case TRANSOM_INPUT_BUTTON_DOWN:
            if isSwallowed() { return false }
            if input.button == 1 { tapped(input) }
            return input.button == 1
        case TRANSOM_INPUT_BUTTON_UP:
            return input.button == 1
        case TRANSOM_INPUT_MOTION:
            // The toolkit may tell of a place anew where nobody has moved anything.
            guard place.x != input.x || place.y != input.y else { return true }
            place = (input.x, input.y)
            _ = isSwallowed()
            onPointer?(input.is_touch != 0)
            return true
        case TRANSOM_INPUT_SCROLL:
            if isSwallowed() { return false }
            // With Control it would zoom.
            return input.state & (1 << 2 | 1 << 3 | 1 << 6) == 0
        case TRANSOM_INPUT_TOUCH_DOWN, TRANSOM_INPUT_TOUCH_MOVE, TRANSOM_INPUT_TOUCH_UP:
            onPointer?(true)
            return !isSwallowed() && admitsFinger(input)
        default:
            return false
        }
    }

    private func isSwallowed() -> Bool {
        onInput?() ?? false
    }

    private func admitsKey(_ input: TransomInput) -> Bool {
        let isDown = input.kind == TRANSOM_INPUT_KEY_DOWN
        if hasChord, isDown, Self.isChord(input) {
            onStaff?("chord")
            return false
        }
        return KeyRule.allows(input.keyval, state: input.state, character: gdk_keyval_to_unicode(input.keyval))
    }

    private static func isChord(_ input: TransomInput) -> Bool {
        let held: UInt32 = 1 << 0 | 1 << 2 | 1 << 3
        return input.state & held == held && [0x53, 0x73].contains(input.keyval)
    }

    /// One finger at a time: two would pinch the page larger, and nothing would bring it back.
    private func admitsFinger(_ input: TransomInput) -> Bool {
        if input.kind == TRANSOM_INPUT_TOUCH_DOWN { tapped(input) }
        guard !allowsManyFingers, let sequence = input.sequence else { return true }
        let now = clock.monotonic
        if let finger, finger.sequence != sequence {
            let isLost = input.kind == TRANSOM_INPUT_TOUCH_DOWN && now - finger.at > Self.lostFinger
            guard isLost else { return false }
        } else if finger == nil, input.kind != TRANSOM_INPUT_TOUCH_DOWN {
            return false
        }
        finger = input.kind == TRANSOM_INPUT_TOUCH_UP ? nil : (sequence, now)
        return true
    }

    private func tapped(_ input: TransomInput) {
        let area = area()
        let isLast = taps?.tap(
            at: (input.x - area.x, input.y - area.y), in: (area.width, area.height), now: clock.monotonic)
        if isLast == true { onStaff?("corner") }
    }
}
