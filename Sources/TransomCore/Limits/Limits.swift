// Every deadline, rate, back-off and window of the host, in one place.
// SPDX-License-Identifier: Apache-2.0

/// Every deadline, rate, back-off and window of the host.
///
/// One value is handed down from the executable or the test; nothing in the host waits or counts by a figure of its own.
/// All times are read from the injected ``HostClock``.
public struct Limits: Sendable, Equatable {
    /// The figures a host has unless it is configured otherwise.
    public static let standard = Limits()

    /// Makes the standard figures; change the fields after that.
    public init() {}

    // MARK: Loading

    /// From the start of a load to the page's own sign of life (`hubble.app_ready`), then the error screen; 1 to 300 s.
    public var startupDeadline: Duration = .seconds(15)
    /// From the start of a load to its end; 1 to 600 s.
    public var loadDeadline: Duration = .seconds(30)

    // MARK: Messages

    /// What a handler may carry unless its declaration says otherwise.
    public var channel: ChannelLimits = .standard
    /// Refused messages of one kind are reported once in this time; 100 ms to 60 s.
    public var rejectionWindow: Duration = .seconds(1)
    /// Kinds of refused messages that are told apart at one time, after that they are counted together; 1 to 1,024.
    public var rejectionKinds: Int = 32

    // MARK: Navigations

    /// Navigations and downloads that are told in ``navigationWindow``; a page can begin thousands a second; 10 to 100,000.
    public var navigationsTold: Int = 1_000
    /// The window that ``navigationsTold`` counts in; 1 s to 1 h.
    public var navigationWindow: Duration = .seconds(10)

    // MARK: Outside

    /// Opens outside the host that are allowed in ``externalOpenWindow``; 0 to 100.
    public var externalOpens: Int = 3
    /// The window that ``externalOpens`` counts in; 1 s to 1 h.
    public var externalOpenWindow: Duration = .seconds(60)
    /// How long a click, a touch or a key on a page counts as having asked for what leaves it, once; 1 s to 5 min.
    public var gesture: Duration = .seconds(30)

    /// How long a payment may be at a bank's pages that no list names; 1 min to 1 h.
    public var excursion: Duration = .seconds(600)

    // MARK: Return links

    /// Return links that a run looks at in ``returnWindow``; 1 to 100.
    public var returnLinks: Int = 5
    /// The window that ``returnLinks`` counts in; 1 s to 1 h.
    public var returnWindow: Duration = .seconds(1)
    /// How long the state of a return link is waited for, by the monotonic clock; 1 min to 24 h.
    public var returnLifetime: Duration = .seconds(1_800)

    // MARK: Popups

    /// How long the event that a popup was opened for may still come after it is closed; 1 to 60 s.
    public var popupSilence: Duration = .seconds(5)

    // MARK: Sheets

    /// From the end of a sheet's errand to its closing, where the vendor's page has nothing more to do; 0 to 60 s.
    public var completedSheet: Duration = .seconds(4)
    /// How long a sheet that its page has put away can be opened again as it was; 0 to 1 day.
    public var hiddenSheet: Duration = .seconds(600)

    // MARK: Memory

    /// The most that a web process may have before it is ended, in MiB; 0 for no limit, else 256 to 65,536.
    public var webProcessMemory = 2_048
    /// Between two looks at that; 1 to 60 s.
    public var webProcessMemoryPoll: Duration = .seconds(5)

    // MARK: Dialogs

    /// Script dialogs a document may show in ``dialogWindow``, after that they are answered at once; 0 to 100.
    public var dialogs: Int = 3
    /// The window that ``dialogs`` counts in; 1 s to 1 h.
    public var dialogWindow: Duration = .seconds(10)

    // MARK: Recovery

    /// Between two heartbeats of a page; 1 to 60 s.
    public var heartbeatInterval: Duration = .seconds(5)
    /// Without an answer for this long a page counts as unresponsive; 1 to 300 s.
    public var heartbeatDeadline: Duration = .seconds(10)

    /// How long a page may stand still after somebody came back to it from another program; 1 to 300 s.
    public var standstill: Duration = .seconds(10)

    /// How often in ``crashWindow`` a page is loaded again whose web process went away; 1 to 100.
    public var crashReloads: Int = 3
    /// The window that ``crashReloads`` counts in; 1 s to 1 h.
    public var crashWindow: Duration = .seconds(60)
    /// From a failure to the first try that a host makes by itself; each further one waits twice as long; 100 ms to 60 s.
    public var retryFirst: Duration = .seconds(1)
    /// The longest wait between two such tries; 1 s to 1 h.
    public var retryLongest: Duration = .seconds(30)

    /// For how long nothing more must have happened to a replaced engine's files before a host takes note; 1 s to 10 min.
    public var updateSettling: Duration = .seconds(10)

    // MARK: Staff

    /// Wrong PINs before the next try has to wait; 1 to 100.
    public var staffAttempts: Int = 5
    /// How long it has to wait then; it doubles with each further wrong one; 1 s to 1 h.
    public var staffWait: Duration = .seconds(60)
    /// How long the screen for the PIN stays while nobody touches it; 5 to 600 s.
    public var staffScreen: Duration = .seconds(30)

    // MARK: Pictures

    /// How long a page may take to black out its fields for secrets; after that nothing of it is seen; 100 ms to 10 s.
    public var pictureMask: Duration = .seconds(2)

    // MARK: Events

    /// How long the end of a run waits for its sinks to take what is queued; 0 to 60 s.
    public var flushDeadline: Duration = .seconds(5)
    /// What may wait for one sink, in bytes; after that its events are counted as lost to it; 64 KiB to 1 GiB.
    public var eventQueueBytes: Int = 64 * 1_048_576
    /// Size at which an event file is rotated, in bytes; 4 KiB to 1 GiB.
    public var eventFileBytes: Int = 16 * 1_048_576
    /// Rotated event files that are kept, the live one not counted; 1 to 99.
    public var eventFilesKept: Int = 4

    // MARK: Sandbox

    /// Connections to the sandbox's port at one time; 8 to 1,024.
    public var sandboxConnections: Int = 256
    /// From the acceptance of a connection to its first whole request; 1 to 300 s.
    public var sandboxRequestDeadline: Duration = .seconds(15)
    /// From the end of an answer to the next whole request of the same connection; 1 to 3,600 s.
    ///
    /// A client keeps an idle connection for a minute.
    public var sandboxIdleDeadline: Duration = .seconds(90)
    /// From a whole request to the beginning of an answer that comes later; 1 to 600 s.
    public var sandboxAnswerDeadline: Duration = .seconds(30)
    /// Within this time a client must take an answer, or the next part of one that comes in parts; 1 to 3,600 s.
    public var sandboxWriteDeadline: Duration = .seconds(300)

    // MARK: Wallet

    /// From a search to a state of the Bluetooth adapter, where it is not known yet; 1 to 60 s.
    public var walletAdapterDeadline: Duration = .seconds(5)
    /// How long a wallet that was not seen is looked for before it is connected; 1 to 60 s.
    public var walletSearchDeadline: Duration = .seconds(10)
    /// From `connect` to a wallet that notifies, pairing included; 5 to 300 s.
    public var walletConnectDeadline: Duration = .seconds(60)
    /// From `send` to the end of the write; 1 to 60 s.
    public var walletWriteDeadline: Duration = .seconds(10)
    /// From `disconnect` to the end of the link; 1 to 60 s.
    public var walletDisconnectDeadline: Duration = .seconds(10)
    /// How long a confirmation is asked for, then it counts as cancelled; 5 to 600 s.
    public var walletConfirmDeadline: Duration = .seconds(30)
    /// How long a PIN, a passphrase or a passkey is asked for, then it counts as cancelled; 5 to 600 s.
    public var walletEntryDeadline: Duration = .seconds(120)
    /// Wallets that a search gives; 1 to 1,024.
    public var walletDevices: Int = 50
    /// Notifications that wait while a packet is on its way; 1 to 65,536.
    public var walletNotifications: Int = 1_024
    /// Packets that wait for those before them; 1 to 65,536.
    public var walletPackets: Int = 1_024

    // MARK: Secrets

    /// From the start of a `command:` or `https:` secret to its answer; 1 to 60 s.
    public var secretDeadline: Duration = .seconds(10)
    /// Longest secret, in bytes; 1 to 65,536.
    public var secretBytes: Int = 4_096

    // MARK: Commands

    /// A command that names no time-out has this one; 1 to 600 s.
    public var commandDeadline: Duration = .seconds(10)
}
