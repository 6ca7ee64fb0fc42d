// What a machine is configured to do: a kiosk's file with its drop-ins, typed.
// SPDX-License-Identifier: Apache-2.0

/// What a machine is configured to do: the file of a kiosk with its drop-ins, every value checked.
///
/// A plain value; ``ConfigurationReader`` makes it, and an empty one holds the settings of a run without a file. Nothing
/// in it is a secret: secrets are references, which are followed when a session opens.
public struct Configuration: Sendable, Equatable {
    /// The home page that opens integrations as sheets.
    public enum Home: Sendable, Equatable {
        /// A packaged folder, by its absolute path.
        case folder(String)
        /// A page of the network, by its URL.
        case url(String)
    }

    /// One integration that the machine hosts or its home page opens.
    public struct IntegrationSettings: Sendable, Equatable {
        /// The parameters as texts, several only where a parameter may be repeated.
        public var parameters: [String: [String]] = [:]
        /// The secrets, as references.
        public var secrets: [String: SecretReference] = [:]
        /// The page of the vendor to begin with; a path.
        public var route: String?
        /// What happens to what leaves its page; nil for what the machine does.
        public var outside: Outside?

        /// No settings.
        public init() {}
    }

    /// What happens to what leaves a page.
    public enum Outside: String, Sendable, CaseIterable {
        /// The desktop's own program for it.
        case desktop
        /// A QR code in the window, for a phone.
        case qr
        /// Nothing but an event.
        case refuse
    }

    /// How the host is shown.
    public struct Window: Sendable, Equatable {
        /// What kind of window there is.
        public enum Mode: String, Sendable, CaseIterable {
            /// Full screen, in public, with no way out.
            case kiosk
            /// A window on a desktop.
            case window
            /// On a private display that nobody sees.
            case headless
        }

        /// Whether the host shows a keyboard on the screen.
        public enum Keyboard: String, Sendable, CaseIterable {
            /// Where there is no keyboard, and a field has the focus.
            case auto
            /// Whenever a field has the focus.
            case on
            /// Never.
            case off
        }

        /// What kind of window there is; nil for what the command line says.
        public var mode: Mode?
        /// The connector of the monitor, such as `HDMI-1`; nil for the first.
        public var monitor: String?
        /// By how many degrees the picture is turned clockwise: 0, 90, 180 or 270.
        public var rotation = 0
        /// Device pixels a CSS pixel, 1 to 4; nil for the monitor's own.
        public var scale: Int?
        /// Whether the host shows a keyboard on the screen.
        public var keyboard = Keyboard.auto

        /// The standard window.
        public init() {}
    }

    /// When a customer's session ends.
    public struct Session: Sendable, Equatable {
        /// Without any input for so long the session is reset; 5 s to a day.
        public var idleResetAfter: Duration = .seconds(60)
        /// For so long before the reset a warning counts down; 1 to 300 s, less than ``idleResetAfter``.
        public var warnFor: Duration = .seconds(15)
        /// What ``idleResetAfter`` is while a payment is on; 5 s to a day.
        public var duringPayment: Duration = .seconds(300)

        /// The standard times.
        public init() {}
    }

    /// What pages may open besides what their integrations declare.
    public struct Policy: Sendable, Equatable {
        /// Origins that may open inside; 256 at most.
        public var allow: [OriginRule] = []
        /// Payment gateways from which a payment may go on to any bank; 256 at most.
        public var excursions: [Origin] = []

        /// Nothing more.
        public init() {}
    }

    /// How pages reach the network.
    public struct Network: Sendable, Equatable {
        /// The proxy, such as `http://10.0.0.1:3128`, or nil.
        ///
        /// The one of the environment is never used.
        public var proxy: String?
        /// Hosts that are reached without it, such as `*.acme.example` or `10.0.0.0/8`; 64 at most.
        public var noProxy: [String] = []
        /// A file with further certificates of authorities in PEM, by its absolute path.
        public var extraCA: String?

        /// The network as it is.
        public init() {}
    }

    /// Where events go.
    public enum Sink: Sendable, Equatable {
        /// Standard output.
        case standardOutput
        /// The journal of systemd.
        case journal
        /// A file, by its absolute path.
        case file(String)
    }

    /// What the staff needs to leave the kiosk.
    public struct Staff: Sendable, Equatable {
        /// Where the PIN is.
        public var pin: SecretReference

        /// Makes the settings.
        public init(pin: SecretReference) { self.pin = pin }
    }

    /// The name of the kiosk in its events; nil for the machine's name.
    public var kiosk: String?
    /// Whose far ends are used; there in every kiosk.
    public var environment: RunEnvironment?
    /// The home page; nil where the machine hosts one integration.
    public var home: Home?
    /// The integrations by their names.
    public var integrations: [String: IntegrationSettings] = [:]
    /// How the host is shown.
    public var window = Window()
    /// When a customer's session ends.
    public var session = Session()
    /// What pages may open besides what their integrations declare.
    public var policy = Policy()
    /// How pages reach the network.
    public var network = Network()
    /// The languages of the host's own texts and of `navigator.languages`, the preferred first; empty for the machine's.
    public var languages: [String] = []
    /// Where events go; nil for what the command line says.
    public var events: [Sink]?
    /// What the staff needs; nil where nobody can leave the kiosk.
    public var staff: Staff?
    /// What a message handler may carry unless its declaration says otherwise.
    public var channel = ChannelLimits.standard

    /// The settings of a machine without a file.
    public init() {}

    /// The integration that the run opens: `home` where there is a home page, else the only one.
    public var integrationName: String? {
        home == nil ? (integrations.count == 1 ? integrations.keys.first : nil) : "home"
    }

    /// Every reference to a secret, by its path in the file.
    public var secrets: [String: SecretReference] {
        var found: [String: SecretReference] = [:]
        for (name, settings) in integrations {
            for (secret, reference) in settings.secrets { found["integrations.\(name).secrets.\(secret)"] = reference }
        }
        if let staff { found["staff.pin"] = staff.pin }
        return found
    }
}
