// What users give to a Google Pay run and get from it, as data.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

extension GooglePayIntegration {
    /// The merchant's page; in the sandbox it may be left out.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "url", "the merchant's page", kind: .url, requiredIn: [.development, .production],
            standard: "https://shop.merchant.example/", option: "--url")
    ]

    /// None: the page is the merchant's own.
    public static let routes: [String] = []

    /// What became of a payment.
    public static let events = [
        EventDeclaration(
            "googlepay.result", "the payment window gave its answer, or was closed without one; a claim of the page",
            data: .members(
                ["code": .oneOf(GooglePayResult.Code.allCases.map(\.rawValue)), "seconds": .number], optional: [],
                isOpen: false))
    ]

    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        PlayDeclaration("pay", "signs in and pays with a saved card", events: oneWindow),
        PlayDeclaration("cancel", "leaves the sheet by its cancel button", events: oneWindow),
        PlayDeclaration(
            "close", "closes the window without an answer",
            events: ["transom.popup.opened", "transom.popup.closed", "googlepay.result"]),
        PlayDeclaration(
            "3ds", "pays with a card whose bank asks back in a second window",
            events: [
                "transom.popup.opened", "transom.popup.opened", "transom.popup.closed", "googlepay.result",
                "transom.popup.closed",
            ]),
        PlayDeclaration(
            "merchant-error", "the vendor refuses the merchant's account", events: oneWindow,
            parameters: ["url": "https://shop.merchant.example/?merchant=suspended"]),
    ]

    /// A window opens, gives its answer, and closes.
    private static let oneWindow = ["transom.popup.opened", "googlepay.result", "transom.popup.closed"]
}
