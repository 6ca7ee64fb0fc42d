// A gesture that nobody makes by chance.
// SPDX-License-Identifier: Apache-2.0

/// Counts taps in one corner of the screen.
nonisolated struct CornerTaps {
    /// How far from the corner a tap counts, in application pixels.
    static let reach = 72.0
    private static let window = Duration.seconds(4)

    private let corner: StaffOptions.Corner
    private let needed: Int
    private var times: [Duration] = []

    init(_ corner: StaffOptions.Corner, needed: Int) {
        self.corner = corner
        self.needed = max(3, needed)
    }

    /// A tap.
    ///
    /// - Parameters:
    ///   - place: Within the screen.
    ///   - size: The screen's.
    ///   - now: The monotonic time.
    /// - Returns: Whether it is the last one of the gesture.
    mutating func tap(at place: (x: Double, y: Double), in size: (width: Double, height: Double), now: Duration) -> Bool
    {
        let isLeft = place.x < Self.reach
        let isRight = place.x >= size.width - Self.reach
        let isTop = place.y < Self.reach
        let isBottom = place.y >= size.height - Self.reach
        let isThere =
            switch corner {
            case .topLeft: isLeft && isTop
            case .topRight: isRight && isTop
            case .bottomLeft: isLeft && isBottom
            case .bottomRight: isRight && isBottom
            }
        guard isThere else {
            times = []
            return false
        }
        times.removeAll { now - $0 > Self.window }
        times.append(now)
        guard times.count >= needed else { return false }
        times = []
        return true
    }
}
