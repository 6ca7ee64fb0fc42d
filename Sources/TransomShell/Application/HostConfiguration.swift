// Everything that a run of the host is told.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// A run, as the command line, a configuration or a test describes it.
///
/// A plain value: nothing has been started.
package nonisolated struct HostConfiguration: Sendable {
    /// How the page is shown.
    package enum Presentation: String, Sendable {
        /// In a window where there is a display, else headless.
        case automatic
        /// In a window; without a display the run ends with status 4.
        case window
        /// On a private display that nobody sees.
        case headless
        /// Full screen in a public place, where a person can leave it only with a PIN and what fails is tried again.
        case kiosk
    }

    /// What happens to what leaves the page.
    package enum Outside: String, Sendable {
        /// The desktop's own program for it.
        case desktop
        /// A QR code in the window, for a phone.
        case qr
        /// Nothing but an event.
        case refuse
    }

    /// Whether web processes run in a sandbox.
    package enum WebSandbox: String, Sendable {
        /// They do, or the run ends with status 4.
        case require
        /// They do where bubblewrap works.
        case auto
        /// They do not.
        case off
    }

    /// Where events go.
    package enum EventDestination: Sendable, Equatable {
        /// Standard output.
        case standardOutput
        /// A file, by its path.
        case file(String)
        /// The journal of systemd.
        case journal
    }

    /// A build of the user's own, served at a production origin.
    package struct Served: Sendable, Equatable {
        /// Where the build is.
        package enum Source: Sendable, Equatable {
            /// A folder, by its path.
            case folder(String)
            /// A HAR file, by its path.
            case archive(String)
            /// A server on this machine, by the port that it listens on at 127.0.0.1.
            case port(UInt16)
        }

        /// The origin.
        package var origin: Origin
        /// Where the build is.
        package var source: Source

        /// Serves a build at an origin.
        package init(_ origin: Origin, _ source: Source) {
            self.origin = origin
            self.source = source
        }
    }

    /// What a run gives to an integration that its home page may open.
    package struct Sheet: Sendable {
        /// Environment, parameters and further origins.
        package var options: IntegrationOptions
        /// The secrets by name, as references.
        package var secrets: [String: SecretReference] = [:]
        /// What happens to what leaves the page; nil for what the run does.
        package var outside: Outside?
        /// Whether a sheet finds what the one before it has left in cookies and storage.
        ///
        /// They are kept in memory until the run ends or its session is reset; else every sheet begins afresh.
        package var keepsData = false

        /// Gives options.
        package init(options: IntegrationOptions) {
            self.options = options
        }
    }

    /// The integration to run.
    package var integration: any Integration.Type
    /// Environment, parameters, route and further origins.
    ///
    /// Secrets are added when they are resolved.
    package var options: IntegrationOptions
    /// The secrets by name, as references.
    package var secrets: [String: SecretReference] = [:]
    /// What the integrations get that a home page may open, by their names.
    ///
    /// One that is not named gets the run's environment and nothing else.
    package var sheets: [String: Sheet] = [:]
    /// Whether this is a sheet whose data are there for the next one.
    var keepsData = false
    /// Builds of the user's own at production origins.
    package var served: [Served] = []
    /// The flow that the sandbox plays; nil for none.
    package var play: String?
    /// Whether a play in a window goes on to its end, where the page closes; else it stops before, for a person to go on.
    package var endsAfterPlay = false
    /// Whether the navigation policy blocks or only reports.
    package var policyMode = NavigationPolicy.Mode.enforce
    /// How the page is shown.
    package var presentation = Presentation.automatic
    /// The window's width in CSS pixels, 200 to 7680.
    package var width = 420
    /// The window's height in CSS pixels, 200 to 4320.
    package var height = 820
    /// Device pixels a CSS pixel, 1 to 4.
    package var scale = 1
    /// Device pixels a CSS pixel as somebody asked for it; nil for the monitor's own.
    package var givenScale: Int? { scale > 1 ? scale : settings.window.scale }
    /// Whether the mouse is a finger: clicks reach the page as touches.
    package var isTouch = false
    /// The user agent text; nil for the engine's own.
    package var userAgent: String?
    /// How popups are shown, overlay or window; nil for the integration's own word.
    package var popups: PopupDeclaration.Presentation?
    /// What happens to what leaves the page.
    package var outside = Outside.desktop
    /// The scheme whose links come back to this run; nil where none do.
    package var returnScheme: ReturnScheme?
    /// Where the state is that the return link of this run carries; nil where it carries none.
    package var returnState: SecretReference?
    /// Pages of the integrator's own that lead back to this run.
    package var returnPaths: [ReturnPaths] = []
    /// Whether web processes run in a sandbox.
    package var webSandbox = WebSandbox.auto
    /// The pattern, as in the shell, of the event types that end the run with status 0.
    package var until: String?
    /// After what time the run ends with status 3; nil for never.
    package var timeout: Duration?
    /// Where events go.
    package var events = [EventDestination.standardOutput]
    /// What the host says to the page of each session as soon as that listens.
    package var messages: [OutgoingMessage] = []
    /// The path of a picture of the window, taken at the end, or one an event where it holds `%n`.
    package var screenshot: String?
    /// Where the PIN is that staff leave a kiosk with; nil for no way out.
    package var staffPIN: SecretReference?
    /// The path of a scenario that is written from what is done in the pages; nil for none.
    package var record: String?
    /// The path of a HAR file with what went over the sandbox's network; nil for none.
    package var har: String?
    /// Whether a WebDriver has started the run and drives it.
    package var isAutomated = false
    /// Whether commands are read from standard input.
    package var isControlled = false
    /// What the machine is configured to do; the standards where there is no file.
    package var settings = Configuration()
    /// Whether somebody tests the pages: their consoles and dialogs are told, and answers can be given in advance.
    package var isTested = false
    /// The name in the events' source.
    package var hostName: String
    /// The host's own version.
    package var version: String
    /// Deadlines, rates and sizes.
    package var limits = Limits.standard

    /// Describes a run with the standard settings.
    package init(integration: any Integration.Type, options: IntegrationOptions, hostName: String, version: String) {
        self.integration = integration
        self.options = options
        self.hostName = hostName
        self.version = version
    }

    /// The run as it is for an integration that the home page opens.
    ///
    /// - Parameter integration: One of those that the home page may open.
    func sheet(_ integration: any Integration.Type) -> HostConfiguration {
        var sheet = self
        let given = sheets[integration.name]
        sheet.integration = integration
        sheet.options =
            given?.options
            ?? IntegrationOptions(environment: options.environment, allow: options.allow, profile: options.profile)
        if given == nil { sheet.options.excursions = options.excursions }
        sheet.secrets = given?.secrets ?? [:]
        sheet.outside = given?.outside ?? outside
        sheet.keepsData = given?.keepsData ?? false
        sheet.sheets = [:]
        let play = self.integration.plays.first { $0.name == self.play }
        sheet.play = play?.sheets[integration.name]
        // The run itself waits, ends, and takes the pictures.
        sheet.until = nil
        sheet.timeout = nil
        sheet.screenshot = nil
        return sheet
    }

    /// Everything that is to be looked up later, the home page's sheets included.
    var allSecrets: [SecretReference] {
        Array(secrets.values) + sheets.values.flatMap(\.secrets.values)
    }
}
