// The table of all keys of the configuration.
// SPDX-License-Identifier: Apache-2.0

/// The table of all keys of the configuration.
enum ConfigurationTable {
    /// What the whole file may be.
    ///
    /// - Parameter integrations: those that the host has.
    static func shape(of integrations: [any Integration.Type]) -> ConfigurationShape {
        let opened = integrations.filter { $0.sheets.isEmpty }
        return .object([
            .init("$schema", "the JSON Schema of this file, for editors", .text(.schema)),
            .init("kiosk", "the name of this machine in its events; the host name where it is left out", .text(.name)),
            .init(
                "environment", "whose far ends are used; it must be there in a kiosk", .word(words(RunEnvironment.self))
            ),
            .init(
                "home", "a home page, which opens the integrations as sheets over itself",
                .object([
                    .init("folder", "a folder of yours that is packaged as the home page", .text(.path)),
                    .init("url", "the URL of your home page", .text(.url)),
                ])),
            .init(
                "integration", "the one integration of this machine, where it needs no settings",
                .word(opened.map { $0.name })),
            .init(
                "integrations", "the integrations of this machine, by name",
                .object(opened.map { .init($0.name, $0.summary, settings(of: $0)) })),
            .init("window", "how the host is shown", window),
            .init("session", "when a customer's session ends", session),
            .init("policy", "what pages may open besides what their integrations declare", policy),
            .init("network", "how pages reach the network", network),
            .init(
                "languages", "languages of the host's texts and of the pages, the preferred first",
                .list(.text(.language), maximum: 16)),
            .init("events", "where events go", .list(.text(.sink), maximum: 8)),
            .init(
                "staff", "how the staff leaves the kiosk",
                .object([.init("pin", "where the PIN of the staff is", .text(.secret))])),
            .init("limits", "what a message of a page may carry, where its integration does not say", limits),
        ])
    }

    private static func settings(of integration: any Integration.Type) -> ConfigurationShape {
        var fields: [ConfigurationField] = []
        let parameters = integration.parameters.filter { !$0.isSecret }
        if !parameters.isEmpty {
            fields.append(
                .init(
                    "parameters", "what the integration takes",
                    .object(parameters.map { .init($0.name, $0.summary, .parameter($0)) })))
        }
        let secrets = integration.parameters.filter(\.isSecret)
        if !secrets.isEmpty {
            fields.append(
                .init(
                    "secrets", "where the integration's secrets are",
                    .object(secrets.map { .init($0.name, $0.summary, .text(.secret)) })))
        }
        if let documents = parameters.first(where: { $0.name == documents }) {
            fields.append(.init(documents.name, documents.summary, .parameter(documents)))
        }
        if !integration.routes.isEmpty {
            fields.append(.init("route", "the page of the vendor to begin with", .text(.route)))
        }
        fields.append(
            .init("outside", "what happens to what leaves the page", .word(words(Configuration.Outside.self))))
        return .object(fields)
    }

    /// A parameter that may stand beside the others' object, since it is about how pages are shown.
    static let documents = "documents"

    private static let window = ConfigurationShape.object([
        .init(
            "mode", "full screen in public, a window, or a display that nobody sees",
            .word(words(Configuration.Window.Mode.self))),
        .init("monitor", "the connector of the monitor; the first one where it is left out", .text(.connector)),
        .init(
            "rotation", "by how many degrees the picture is turned clockwise", .oneOf([0, 90, 180, 270]), standard: 0),
        .init("scale", "device pixels a CSS pixel", .integer(1...4, of: "device pixels")),
        .init(
            "keyboard", "when a keyboard is shown on the screen", .word(words(Configuration.Window.Keyboard.self)),
            standard: "auto"),
    ])

    private static let session = ConfigurationShape.object([
        .init("idleResetAfter", "without input for so long the session is reset", .seconds(5...86_400), standard: 60),
        .init("warnFor", "for so long before that a warning counts down", .seconds(1...300), standard: 15),
        .init("duringPayment", "the time without input while a payment is on", .seconds(5...86_400), standard: 300),
    ])

    private static let policy = ConfigurationShape.object([
        .init("allow", "origins that may open inside", .list(.text(.rule), maximum: 256)),
        .init(
            "excursions", "payment gateways from which a payment may go on to any bank",
            .list(.text(.origin), maximum: 256)),
    ])

    private static let network = ConfigurationShape.object([
        .init("proxy", "the proxy of all pages", .text(.proxy)),
        .init("noProxy", "hosts that are reached without the proxy", .list(.text(.directHost), maximum: 64)),
        .init("extraCA", "a file with further certificates of authorities, in PEM", .text(.path)),
    ])

    private static let limits = ConfigurationShape.object([
        .init("textBytes", "the longest message", .integer(1...1_048_576, of: "bytes"), standard: 65_536),
        .init("depth", "the deepest nesting of a message", .integer(0...64, of: "levels"), standard: 32),
        .init("keys", "the most keys in one object of a message", .integer(0...1_024, of: "keys"), standard: 64),
        .init(
            "rate", "messages a second that may be kept up", .integer(1...1_000, of: "messages a second"), standard: 200
        ),
        .init("burst", "messages that may come at once", .integer(1...10_000, of: "messages"), standard: 1_000),
    ])

    private static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> [String]
    where Word.RawValue == String {
        Word.allCases.map(\.rawValue)
    }
}
