// swift-tools-version: 6.2
// Somebody's app that depends on Transom and tests its own web view code with a plain `swift test`.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let webKit: Target.Dependency = .product(name: "WebKit", package: "transom")

let package = Package(
    name: "downstream-app",
    dependencies: [.package(name: "transom", path: "../../..")],
    targets: [
        // A name that Transom must leave free.
        .target(name: "Sandbox", dependencies: [webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "SandboxTests", dependencies: ["Sandbox", webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        // Written before Swift 6, and unchanged since.
        .target(name: "Checkout", dependencies: [webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "CheckoutTests", dependencies: ["Checkout", webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        // How web views are used everywhere: proxies, delegates of every form, popups, progress bars, custom schemes.
        .target(name: "Samples", dependencies: [webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "SamplesTests", dependencies: ["Samples", webKit], swiftSettings: [.swiftLanguageMode(.v5)]),
        // Written today.
        .target(name: "Wallet", dependencies: [webKit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(name: "WalletTests", dependencies: ["Wallet", webKit], swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
