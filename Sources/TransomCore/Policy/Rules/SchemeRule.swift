// Refuses what is no absolute URL and what never loads anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A URL begins with a scheme; https, http and app need `//` and a host; some schemes lead nowhere whatever the lists
/// say.
struct SchemeRule: NavigationRule {
    let name = "scheme"

    /// Schemes that run script, wrap another URL, read files or show the engine's own pages.
    ///
    /// No list can let them out.
    private static let never: [String: String] = [
        "javascript": "runs script", "vbscript": "runs script", "data": "carries a document of its own",
        "blob": "is written by the page and inherits its origin", "filesystem": "wraps another URL",
        "view-source": "wraps another URL", "jar": "wraps another URL", "file": "reads this machine's files",
        "webkit": "shows the engine's own pages", "inspector": "shows the engine's own pages",
        "resource": "shows the engine's own pages", "chrome": "shows a browser's own pages",
        "intent": "starts any program with a fallback of its choice", "ws": "is no document", "wss": "is no document",
        "ftp": "is not supported by the engine",
    ]

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let url = navigation.url
        guard !url.scheme.isEmpty else { return .decide(.blocked, "the URL does not begin with a scheme") }
        if let reason = Self.never[url.scheme] {
            return .decide(.blocked, "\(url.scheme): \(reason)")
        }
        let needsHost = url.scheme == "https" || url.scheme == "http" || url.scheme == "app"
        if needsHost, !url.hasAuthority || url.hostRange.isEmpty && url.portRange == nil && !url.hasCredentials {
            return .decide(.blocked, "\(url.scheme): needs exactly two slashes and a host")
        }
        return .pass("the URL is absolute")
    }
}
