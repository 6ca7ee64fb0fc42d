// Lets the engine's empty documents into frames and new windows.
// SPDX-License-Identifier: Apache-2.0

/// `about:blank` is the first document of a frame and of a window that a page opens, `about:srcdoc` one of a frame.
///
/// No other about page loads anywhere.
struct AboutRule: NavigationRule {
    let name = "about"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard navigation.url.scheme == "about" else { return .pass("no about page") }
        switch (navigation.url.bytes.dropFirst(6).elementsEqual("blank".utf8), navigation.request.from) {
        case (true, .iframe):
            return .decide(.inside, "about:blank is the first document of a frame")
        case (true, .popup):
            return .decide(.inside, "about:blank is the first document of a window; each later one is judged again")
        case (true, .main):
            return .decide(.blocked, "about:blank would leave an empty host")
        case (false, .iframe) where navigation.url.bytes.dropFirst(6).elementsEqual("srcdoc".utf8):
            return .decide(.inside, "about:srcdoc is a document that the page writes into its own frame")
        default:
            return .decide(.blocked, "no about page but plain about:blank loads, and about:srcdoc in frames")
        }
    }
}
