// swift-tools-version: 6.0
// A package of somebody else's that uses Transom's WebKit, as scripts/test builds and tests it.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Its target is called Sandbox, because the name of a user's target must never meet one of Transom's.
let package = Package(
    name: "DownstreamApp",
    dependencies: [.package(name: "transom", path: "../../..")],
    targets: [
        .target(name: "Sandbox", dependencies: [.product(name: "WebKit", package: "transom")]),
        .testTarget(name: "SandboxTests", dependencies: ["Sandbox"]),
    ],
    swiftLanguageModes: [.v5]
)
