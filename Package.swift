// swift-tools-version: 6.2
// The targets of Transom and what each may use. ARCHITECTURE.md explains the layers.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Warnings are errors for the project's own checks, and never for a package that depends on this one.
let strict: [SwiftSetting] = Context.environment["TRANSOM_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Settings that every Swift target has.
let common: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
    ] + strict

/// Settings of the targets that live on the main thread: every declaration is `@MainActor` unless it says otherwise.
let main: [SwiftSetting] = common + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "transom",
    products: [
        .library(name: "WebKit", targets: ["WebKit"]),
        .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
        .library(name: "WKWebViewJavascriptBridge", targets: ["WKWebViewJavascriptBridge"]),
        .library(name: "TransomTesting", targets: ["TransomTesting"]),
        .executable(name: "transom", targets: ["transom"]),
    ],
    targets: [
        // C libraries, one module map each.
        .systemLibrary(name: "CTransomGIO", path: "Sources/System/CTransomGIO", pkgConfig: "gio-unix-2.0"),
        .systemLibrary(name: "CTransomGTK", path: "Sources/System/CTransomGTK", pkgConfig: "gtk+-3.0"),
        .systemLibrary(name: "CTransomWebKit", path: "Sources/System/CTransomWebKit", pkgConfig: "webkit2gtk-4.1"),
        .systemLibrary(name: "CTransomSoup", path: "Sources/System/CTransomSoup", pkgConfig: "libsoup-3.0"),
        .systemLibrary(name: "CTransomGnuTLS", path: "Sources/System/CTransomGnuTLS", pkgConfig: "gnutls"),
        .systemLibrary(name: "CTransomPSL", path: "Sources/System/CTransomPSL", pkgConfig: "libpsl"),
        .systemLibrary(
            name: "CTransomQRencode", path: "Sources/System/CTransomQRencode", pkgConfig: "libqrencode"),
        .systemLibrary(name: "CTransomSystemd", path: "Sources/System/CTransomSystemd", pkgConfig: "libsystemd"),

        // What Swift cannot import from C.
        .target(name: "TransomGLibShims", dependencies: ["CTransomGIO"]),
        .target(
            name: "TransomWebKitShims", dependencies: ["CTransomWebKit"],
            linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xfixes")]),

        // The web-process extension is compiled by a plugin and embedded in the WebKit target.
        .plugin(name: "EmbedWebProcess", capability: .buildTool()),

        // Swift over GLib.
        .target(name: "TransomGLib", dependencies: ["CTransomGIO", "TransomGLibShims"], swiftSettings: common),

        // D-Bus, on GDBus.
        .target(
            name: "TransomDBus", dependencies: ["CTransomGIO", "TransomGLibShims", "TransomGLib"], swiftSettings: common
        ),

        // Apple's API.
        .target(
            name: "WebKit",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "CTransomWebKit", "TransomGLibShims", "TransomWebKitShims", "TransomGLib",
            ],
            swiftSettings: common, plugins: ["EmbedWebProcess"]),

        // The callback protocol of the iOS library of that name.
        .target(
            name: "WKWebViewJavascriptBridge", dependencies: ["TransomGLibShims", "TransomGLib", "WebKit"],
            resources: [.embedInCode("../../Resources/web_dist/bridge/callback-bridge.js")], swiftSettings: common),

        .target(
            name: "CoreBluetooth", dependencies: ["CTransomGIO", "TransomGLib", "TransomDBus"], swiftSettings: common),

        // Pure: neither GLib nor GTK.
        .target(name: "TransomCore", dependencies: ["CTransomPSL", "CTransomSystemd"], swiftSettings: common),
        .target(name: "TransomVendors", dependencies: ["TransomCore"], swiftSettings: common),

        // The vendors' far ends on loopback.
        .target(
            name: "TransomSandbox",
            dependencies: [
                "CTransomGIO", "CTransomSoup", "CTransomGnuTLS", "TransomGLibShims", "TransomGLib", "TransomDBus",
                "TransomCore",
            ],
            resources: [.copy("../../Resources/web_dist")],
            swiftSettings: common),

        // The host.
        .target(
            name: "TransomShell",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "CTransomQRencode", "TransomWebKitShims", "TransomGLib", "TransomDBus",
                "WebKit", "TransomCore", "TransomSandbox",
            ],
            swiftSettings: main),
        // A host in a public place.
        .target(
            name: "TransomKiosk",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "TransomWebKitShims", "TransomGLib", "WebKit", "TransomCore",
                "TransomShell",
            ],
            swiftSettings: main),
        // What drives a host from outside.
        .target(
            name: "TransomAutomation",
            dependencies: [
                "CTransomGTK", "TransomGLibShims", "TransomWebKitShims", "TransomGLib", "WebKit", "TransomCore",
                "TransomSandbox", "TransomShell",
            ],
            swiftSettings: common),
        // What a Swift test imports.
        .target(
            name: "TransomTesting",
            dependencies: [
                "CTransomGTK", "TransomWebKitShims", "TransomGLib", "WebKit", "TransomCore", "TransomSandbox",
                "TransomShell", "TransomAutomation",
            ],
            swiftSettings: common),
        .target(
            name: "TransomWallet",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "TransomWebKitShims", "TransomGLib", "WebKit",
                "TransomDBus", "WKWebViewJavascriptBridge", "CoreBluetooth", "TransomCore", "TransomShell",
            ],
            swiftSettings: common),
        .executableTarget(
            name: "transom",
            dependencies: [
                "TransomCore", "TransomVendors", "TransomShell", "TransomKiosk", "TransomWallet", "TransomAutomation",
            ],
            swiftSettings: main),

        // What scripts/bench measures beside a plain C program.
        .executableTarget(
            name: "TransomBenchmark",
            dependencies: ["TransomGLib", "WebKit", "TransomCore"],
            path: "Tests/Benchmarks/TransomBenchmark", swiftSettings: common),
        .executableTarget(
            name: "BluetoothBenchmark", dependencies: ["TransomGLib", "CoreBluetooth"],
            path: "Tests/Benchmarks/BluetoothBenchmark", swiftSettings: common),

        // Tests.
        .target(
            name: "TransomTestSupport",
            dependencies: ["CTransomGIO", "TransomGLibShims", "TransomGLib"],
            path: "Tests/Support", exclude: ["Bluetooth", "Kiosk"], swiftSettings: common),
        .target(
            name: "TransomShellTestSupport", dependencies: ["TransomCore", "TransomShell"], path: "Tests/ShellSupport",
            swiftSettings: common),
        .testTarget(
            name: "TransomGLibTests",
            dependencies: ["CTransomGIO", "TransomGLibShims", "TransomGLib", "TransomTestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "TransomDBusTests",
            dependencies: ["CTransomGIO", "TransomDBus", "TransomGLib", "TransomTestSupport"], swiftSettings: common),
        // An app's file as it is written for iOS, in both language modes.
        .target(
            name: "BluetoothController", dependencies: ["CoreBluetooth"], path: "Tests/Samples/BluetoothController",
            swiftSettings: [.swiftLanguageMode(.v5)] + strict),
        .target(
            name: "BluetoothController6", dependencies: ["CoreBluetooth"], path: "Tests/Samples/BluetoothController6",
            swiftSettings: [.swiftLanguageMode(.v6)] + strict),
        // A wallet's app in the style of the vendor's, with its page packaged beside it.
        .executableTarget(
            name: "UKeyApp", dependencies: ["CoreBluetooth", "WebKit", "WKWebViewJavascriptBridge"],
            path: "Tests/Samples/UKeyApp", exclude: ["web"], swiftSettings: [.swiftLanguageMode(.v5)] + strict),
        .testTarget(
            name: "CoreBluetoothTests",
            dependencies: [
                "CoreBluetooth", "BluetoothController", "BluetoothController6", "TransomDBus", "TransomGLib",
                "TransomTestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "WebKitTests",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "TransomGLib", "TransomCore", "TransomSandbox", "TransomTestSupport",
                "WebKit",
            ],
            swiftSettings: common),
        .testTarget(
            name: "WKWebViewJavascriptBridgeTests",
            dependencies: [
                "TransomGLib", "TransomCore", "TransomSandbox", "TransomTestSupport", "WebKit",
                "WKWebViewJavascriptBridge",
            ],
            swiftSettings: common),
        .testTarget(
            name: "TransomCoreTests", dependencies: ["TransomCore"],
            resources: [.copy("Cases")], swiftSettings: common),
        .testTarget(
            name: "TransomVendorsTests", dependencies: ["TransomCore", "TransomVendors"], swiftSettings: common),
        .testTarget(
            name: "TransomSandboxTests",
            dependencies: [
                "CTransomGIO", "TransomGLib", "TransomDBus", "TransomCore", "TransomSandbox", "TransomTestSupport",
            ],
            resources: [.copy("Cases")], swiftSettings: common),
        .testTarget(
            name: "TransomShellTests",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "TransomGLib", "TransomDBus", "WebKit", "TransomCore",
                "TransomVendors", "TransomSandbox",
                "TransomShell", "TransomShellTestSupport", "TransomTestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "TransomWalletTests",
            dependencies: [
                "UKeyApp",
                "CTransomGIO", "CTransomGTK", "TransomGLib", "TransomDBus", "WebKit", "WKWebViewJavascriptBridge",
                "TransomCore", "TransomVendors", "TransomSandbox", "TransomShell", "TransomWallet",
                "TransomShellTestSupport", "TransomTestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "TransomKioskTests",
            dependencies: [
                "CTransomGIO", "CTransomGTK", "TransomWebKitShims", "TransomGLib", "WebKit", "TransomCore",
                "TransomSandbox", "TransomShell", "TransomKiosk", "TransomAutomation", "TransomShellTestSupport",
                "TransomTestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "TransomAutomationTests",
            dependencies: [
                "CTransomGTK", "TransomGLib", "WebKit", "TransomCore", "TransomShell", "TransomAutomation",
                "TransomTestSupport",
            ],
            swiftSettings: common),
        // What docs/linux-swift.md says compiles as it is.
        .target(
            name: "IntegrationRows", dependencies: ["WebKit"], path: "Tests/Samples/IntegrationRows",
            swiftSettings: [.swiftLanguageMode(.v5)] + strict),
        .testTarget(
            name: "TransomTestingTests",
            dependencies: [
                "IntegrationRows",
                "TransomGLib", "WebKit", "TransomCore", "TransomVendors", "TransomSandbox", "TransomShell",
                "TransomAutomation", "TransomTesting", "TransomTestSupport", "transom",
            ],
            swiftSettings: common),
        .testTarget(
            name: "transomTests",
            dependencies: [
                "transom", "TransomCore", "TransomVendors", "TransomGLib", "TransomDBus", "TransomAutomation",
                "TransomShell", "TransomTesting",
                "TransomTestSupport",
            ],
            swiftSettings: common),
    ]
)
