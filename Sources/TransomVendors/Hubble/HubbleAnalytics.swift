// The analytics events that the vendor documents, with the kinds of their properties.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The analytics events that the vendor documents, with the kinds of their properties.
///
/// An event is passed on whatever its properties are, because a consumer that counts payments must not lose one to a
/// change of the vendor's; what is of another kind than documented is named besides it, in `data.mismatches`. A property
/// that is missing is no mismatch: two generations of the vendor's page exist, and each lacks some of the other's.
enum HubbleAnalytics {
    /// What is wrong with the properties of an event, a sentence each; empty for an event that is not documented.
    static func mismatches(event: String, properties: [String: JSONValue]) -> [String] {
        let known = schemas[event] ?? (event.hasPrefix("visit_") ? ["isModal": .boolean] : [:])
        let schema = JSONSchema.object(known, optional: Set(known.keys))
        return schema.mismatches(in: .object(properties), at: "properties")
    }

    /// The kinds of the properties, by the event.
    static let schemas: [String: [String: JSONSchema]] = [
        "visit_home": ["isModal": .boolean],
        "visit_search": ["isModal": .boolean],
        "visit_category": ["categoryName": .string, "isModal": .boolean],
        "visit_brand_l2": ["productId": .string, "brandName": .string, "amount": .number, "isModal": .boolean],
        "visit_checkout_summary": [
            "brandName": .string, "amount": .number, "couponCode": .string, "useCoins": .boolean, "discount": .number,
            "hubbleBaseDiscount": .number, "isModal": .boolean,
        ],
        "search_query": ["query": .string],
        "payment_initiated": [
            "brandName": .string, "amount": .number, "paymentMode": .string, "productId": .string,
            "consumeCoins": .boolean, "couponCode": .string,
        ],
        "payment_success": [
            "amount": .number, "referenceId": .string, "provider": .string, "brandName": .string,
            "vouchersCount": .number,
        ],
        "payment_fail": ["amount": .number, "failureReason": .string, "brandName": .string],
        "coin_payment": [
            "amount": .number, "coins": .number, "baseDiscount": .number, "couponDiscount": .number,
            "totalDiscount": .number,
        ],
        "exited": ["through": .string],
    ]
}
