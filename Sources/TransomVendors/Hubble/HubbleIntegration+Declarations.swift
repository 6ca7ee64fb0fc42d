// What users give to the store and get from it, as data.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

extension HubbleIntegration {
    /// What the user may or must give.
    public static let parameters: [ParameterDeclaration] = {
        let real: Set<RunEnvironment> = [.development, .production]
        return [
            ParameterDeclaration(
                "clientId", "partner id", requiredIn: real, standard: "transom-sandbox"),
            ParameterDeclaration("appSecret", "partner secret", requiredIn: real, isSecret: true),
            ParameterDeclaration("clientSecret", "the same under its name of 2024, alone or besides", isSecret: true),
            ParameterDeclaration("token", "single sign-on token; left out for lazy login", isSecret: true),
            ParameterDeclaration(
                "base", "which of the store's addresses", kind: .choice(["vouchers", "sdk"]), standard: "vouchers"),
            ParameterDeclaration("appVersion", "version of the app around it", standard: "10000"),
            ParameterDeclaration("deviceId", "id of the machine, for the vendor's analytics"),
            ParameterDeclaration("theme", "colours", kind: .choice(["light", "dark"])),
            ParameterDeclaration(
                "appsParameter", "query parameter for the payment apps of this machine, as agreed with the vendor"),
            ParameterDeclaration(
                "gestures", "a swipe to the side walks the store's history", kind: .boolean, standard: "false",
                isForRunOnly: true),
            ParameterDeclaration("coins", "offer the partner's coins", kind: .boolean),
            ParameterDeclaration("coinsEnabled", "let coins be spent", kind: .boolean),
        ] + HubbleRoute.parameters
    }()

    /// What `--route` may be.
    public static var routes: [String] { HubbleRoute.Pattern.allCases.map(\.rawValue) }

    /// The kinds of events.
    public static let events: [EventDeclaration] = {
        let analytics = JSONSchema.object(
            ["event": .string, "properties": .object([:]), "mismatches": .array(.string)], optional: ["mismatches"])
        return [
            EventDeclaration("hubble.app_ready", "the store is ready"),
            EventDeclaration("hubble.close", "the customer leaves the store"),
            EventDeclaration(
                "hubble.error", "the store could not be opened",
                data: .object(["message": .string], optional: ["message"])),
            EventDeclaration(
                "hubble.launch_link", "the store wants a link opened outside; shown without its query",
                data: .object(["link": .string])),
            EventDeclaration("hubble.analytics.*", "what the customer does; the names are open-ended", data: analytics),
            EventDeclaration("hubble.analytics", "the same, where the name is no plain word", data: analytics),
        ]
    }()

    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        PlayDeclaration(
            "purchase", "a gift card is bought with UPI",
            events: [
                "hubble.app_ready", "hubble.analytics.visit_home", "hubble.analytics.visit_brand_l2",
                "hubble.analytics.visit_checkout_summary", "hubble.analytics.payment_initiated",
                "hubble.analytics.payment_success", "hubble.close",
            ]),
        PlayDeclaration(
            "fail", "the gateway declines",
            events: [
                "hubble.app_ready", "hubble.analytics.payment_initiated", "hubble.analytics.payment_fail",
                "hubble.close",
            ]),
        PlayDeclaration(
            "upi", "a payment app is opened outside, and the customer approves there",
            events: [
                "hubble.app_ready", "hubble.analytics.payment_initiated", "transom.navigation.outside",
                "hubble.analytics.payment_success", "hubble.close",
            ]),
        PlayDeclaration(
            "bad-client", "the store refuses the clientId", events: ["hubble.error"],
            parameters: ["clientId": "bad-client"]),
        PlayDeclaration(
            "stuck", "the store never gets ready, and the start-up deadline passes", events: ["transom.page.failed"]),
        PlayDeclaration(
            "bank", "a card is paid with, and its bank asks back on a page of its own",
            events: [
                "hubble.app_ready", "hubble.analytics.payment_initiated", "transom.navigation.inside",
                "hubble.analytics.payment_success", "hubble.close",
            ]),
        PlayDeclaration(
            "logout", "the customer logs out, and nothing of the visit is kept",
            events: ["hubble.app_ready", "hubble.analytics.exited", "hubble.close"]),
    ]
}
