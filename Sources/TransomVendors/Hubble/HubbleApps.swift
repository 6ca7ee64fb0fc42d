// The payment apps that a machine may have, in the vendor's and its gateway's words.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The payment apps that a machine may have, by the schemes of their links and the gateway's short names.
///
/// <https://razorpay.com/docs/payments/payment-methods/upi/supported-apps>. The vendor takes a list of installed apps and
/// publishes neither the parameter's name nor its form, so the name is the user's to give, and the form is the gateway's
/// names with commas between.
enum HubbleApps {
    /// What the parameter's name can be, in words that stand after "is not".
    static let parameterExpectation = "the name of a query parameter that the store has no other use for"

    /// The gateway's names by scheme; CRED has two.
    static let codes: [(scheme: String, code: String)] = [
        ("tez", "google_pay"), ("phonepe", "phonepe"), ("paytmmp", "paytm"), ("cred", "cred"), ("credpay", "cred"),
        ("bhim", "bhim"), ("amazonpay", "amazonpay"), ("mobikwik", "mobikwik"), ("freecharge", "freecharge"),
        ("whatsapp-consumer", "whatsapp"), ("navi", "navi"), ("kiwi", "kiwi"), ("jupiter", "jupiter"),
        ("slice-upi", "slice"),
    ]

    /// The names of the apps that these schemes belong to, each once, in the order of the table.
    static func codes(_ schemes: Set<String>) -> [String] {
        var names: [String] = []
        for (scheme, code) in codes where schemes.contains(scheme) && !names.contains(code) { names.append(code) }
        return names
    }

    /// Whether a name can be that of the parameter.
    static func isParameter(_ name: String) -> Bool {
        let taken = [
            "clientId", "wrap-plt", "appVersion", "deviceId", "theme", "coins", "coinsEnabled", "amount", "coupon",
            "skipToPayment", "consumeCoins", "category", "showBackButton", "exitOnBack",
        ]
        return EventWord.isPlain(name) && !taken.contains(name) && !Redaction.isSecretName(name)
    }
}
