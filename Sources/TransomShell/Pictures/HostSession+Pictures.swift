// Pictures of the window, at the end, for each event and for a command.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Whether pictures must not show what is in the fields for passwords, PINs and cards.
    package var isMasked: Bool {
        ![.sandbox, .development].contains(configuration.options.environment) || sheets?.session?.isMasked ?? false
    }

    /// Every view that is on the screen.
    private var shownViews: [WKWebView] {
        [view, document?.view].compactMap(\.self) + popups.map(\.view) + (sheets?.session?.shownViews ?? [])
    }

    /// Blacks out the fields for secrets where pictures must not show them, for as long as what it gives is kept.
    private func makeMask() async -> PictureMask? {
        guard isMasked else { return nil }
        return await PictureMask.over(
            shownViews, within: configuration.limits.pictureMask, scheduler: surroundings.scheduler)
    }

    /// Writes what the whole window shows as PNG, without the secrets that customers type in production.
    ///
    /// - Returns: A sentence when that is impossible.
    package func takePicture(to path: String) async -> String? {
        let mask = await makeMask()
        defer { withExtendedLifetime(mask) {} }
        return write(to: path, under: mask)
    }

    /// Takes a picture a moment after an event, when what the event tells of has been painted.
    func takePictureSoon(_ path: String) {
        pictureCount += 1
        let number = pictureCount
        guard ending == nil else { return write(path, number, under: mask) }
        duePictures.insert(number)
        arm("picture-\(number)", .milliseconds(150)) { [weak self] in
            guard let self else { return }
            guard isMasked else { return takeDue(path, number, under: nil) }
            Task { [weak self] in
                let mask = await self?.makeMask()
                self?.takeDue(path, number, under: mask)
                withExtendedLifetime(mask) {}
            }
        }
    }

    /// Takes a picture that the end of the session has not taken in the meantime.
    private func takeDue(_ path: String, _ number: Int, under mask: PictureMask?) {
        if duePictures.remove(number) != nil { write(path, number, under: mask) }
    }

    /// Takes the picture at the end.
    func takeLastPicture() {
        guard let path = configuration.screenshot, !path.contains("%n") else { return }
        write(path, 0, under: mask)
    }

    /// Takes the pictures of events whose moment would come after the end.
    func takeDuePictures() {
        guard let path = configuration.screenshot else { return }
        for number in duePictures { write(path, number, under: mask) }
        duePictures = []
    }

    /// Ends the session for a reason as soon as its pages have blacked out what its last pictures may not show.
    ///
    /// - Returns: Whether that has to be waited for; otherwise the session can end now.
    func waitsForLastPictures(_ reason: HostEnding) -> Bool {
        // Without a display there is no picture.
        guard isMasked, configuration.screenshot != nil, reason != .display, lastPictures == nil, !shownViews.isEmpty
        else { return false }
        leaving = reason
        lastPictures = Task {
            mask = await makeMask()
            endNow()
        }
        return true
    }

    /// Ends the session that waits for its last pictures; a page that has not blacked out its fields is black as a whole.
    func endNow() {
        guard let reason = leaving else { return }
        leaving = nil
        finish(reason)
        mask = nil
    }

    private func write(_ path: String, _ number: Int, under mask: PictureMask?) {
        let number = String(number)
        let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
        if let problem = write(to: path.replacing("%n", with: digits), under: mask) {
            surroundings.say("--screenshot: \(problem)")
        }
    }

    private func write(to path: String, under mask: PictureMask?) -> String? {
        guard let surface else { return "there is no window any more" }
        let hidden = isMasked ? shownViews.filter { !(mask?.covers($0) ?? false) } : []
        return surface.writePicture(to: path, hiding: hidden)
    }
}
