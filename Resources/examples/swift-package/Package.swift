// swift-tools-version: 6.2
// Somebody's app, whose web view code is tested on Linux.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "checkout",
    // Outside this repository: .package(url: "…/transom", branch: "main").
    dependencies: [.package(name: "transom", path: "../../..")],
    targets: [
        .target(
            name: "Checkout",
            dependencies: [.product(name: "WebKit", package: "transom", condition: .when(platforms: [.linux]))]),
        .testTarget(
            name: "CheckoutTests",
            dependencies: ["Checkout", .product(name: "TransomTesting", package: "transom")]),
    ]
)
