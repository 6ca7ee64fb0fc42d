// Decides every navigation of a frame.
// SPDX-License-Identifier: Apache-2.0

/// A frame loads the origins that are allowed for frames.
///
/// It never causes anything to open outside.
struct FramesRule: NavigationRule {
    let name = "frames"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard navigation.request.from == .iframe else { return .pass("no frame") }
        guard let origin = navigation.url.origin else {
            return .decide(.blocked, "\(navigation.url.scheme): has no origin that a frame could be allowed")
        }
        guard let rule = (policy.frames ?? policy.allow).first(where: { $0.matches(origin) }) else {
            return .decide(.blocked, "\(origin) is not allowed in a frame, and a frame opens nothing outside")
        }
        return .decide(.inside, "\(origin) is allowed in a frame by \(rule)")
    }
}
