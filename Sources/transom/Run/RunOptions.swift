// What a run is asked to do: the command line of `transom run` as a value.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What a run is asked to do.
///
/// Every text has been checked for its form, and the integration has accepted its parameters.
nonisolated struct RunOptions: Sendable, Equatable {
    /// How the page is shown.
    enum Presentation: String, Sendable {
        /// In a window where there is a display, else headless.
        case automatic
        /// In a window.
        case window
        /// On a private display.
        case headless
    }

    /// What happens to what leaves the page.
    enum Outside: String, Sendable {
        /// The desktop's own program for it.
        case desktop
        /// Nothing but an event.
        case refuse
    }

    /// Whether the web processes run in a sandbox.
    enum WebSandbox: String, Sendable {
        /// They do, or the run ends.
        case require
        /// They do where bubblewrap works.
        case auto
        /// They do not.
        case off
    }

    /// The name of the integration.
    var integration: String
    /// Which installation of the vendor's.
    var environment = RunEnvironment.sandbox
    /// The parameters by name, those that have an option of their own included.
    var parameters: [String: [String]] = [:]
    /// The secrets by name, as references; nothing has been read yet.
    var secrets: [String: SecretReference] = [:]
    /// The path within the vendor's page.
    var route: String?
    /// Builds of the user's own at production origins.
    var served: [ServedOrigin] = []
    /// The flow that the sandbox plays.
    var play: String?
    /// Origins that may be navigated to besides those of the integration.
    var allow: [OriginRule] = []
    /// Whether the navigation policy blocks or only reports.
    var policyMode = NavigationPolicy.Mode.enforce
    /// How the page is shown.
    var presentation = Presentation.automatic
    /// The size of the window.
    var size: WindowSize?
    /// What the page is told about the browser.
    var userAgent = UserAgent.standard
    /// What happens to what leaves the page.
    var outside = Outside.desktop
    /// Whether the web processes run in a sandbox; production requires it where nothing is said.
    var webSandbox = WebSandbox.auto
    /// The pattern of the event types that end the run with status 0.
    var until: String?
    /// After what time the run ends with status 3.
    var timeout: Duration?
    /// Where events go.
    var events = [EventDestination.standardOutput]
    /// Where a picture of the window goes.
    var screenshot: String?
}
