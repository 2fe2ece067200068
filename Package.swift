// swift-tools-version: 6.2
import PackageDescription

/// Every target is built in the Swift 6 language mode with these settings; warnings are errors.
/// Tests call C and POSIX freely, so strict memory safety is for `Sources` only.
let testSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]
let settings = testSettings + [.strictMemorySafety()]

/// Arrows point down only: a target may depend on those above it in this list.
let package = Package(
  name: "keyway",
  products: [
    .executable(name: "keyway", targets: ["keyway"]),
    .executable(name: "keywayd", targets: ["keywayd"]),
    .executable(name: "keyway-benchmark", targets: ["keyway-benchmark"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(
      name: "Migrations", path: "Migrations",
      resources: [
        .embedInCode("0001-keyway.sql"), .embedInCode("0002-throttle.sql"),
        .embedInCode("0003-tree.sql"), .embedInCode("0004-pruning.sql"),
        .embedInCode("0005-holding.sql"), .embedInCode("0006-tile-guard.sql"),
        .embedInCode("0007-actuation.sql"), .embedInCode("0008-sets.sql"),
        .embedInCode("0009-tokens.sql"), .embedInCode("0010-set-clock.sql"),
      ],
      swiftSettings: settings),
    .target(name: "KeywayCore", swiftSettings: settings),
    .target(
      name: "KeywayCrypto", dependencies: ["CCrypto", "KeywayCore"], swiftSettings: settings),
    .target(name: "KeywayStore", dependencies: ["KeywayCore"], swiftSettings: settings),
    .target(
      name: "KeywaySQLite",
      dependencies: ["CSQLite", "Migrations", "KeywayCore", "KeywayCrypto", "KeywayStore"],
      swiftSettings: settings),
    .target(
      name: "KeywayFormats", dependencies: ["CExpat", "KeywayCore"], swiftSettings: settings),
    .target(
      name: "KeywayService",
      dependencies: ["KeywayCore", "KeywayCrypto", "KeywayFormats", "KeywayStore"],
      swiftSettings: settings),
    .target(
      name: "KeywayLocks", dependencies: ["KeywayCore", "KeywayService"], swiftSettings: settings),
    .target(
      name: "KeywayMQTT", dependencies: ["CMosquitto", "KeywayCore", "KeywayService"],
      swiftSettings: settings),
    .target(
      name: "KeywayWebhook",
      dependencies: ["CCurl", "KeywayCore", "KeywayCrypto", "KeywayService"],
      exclude: ["Documentation.docc"], swiftSettings: settings),
    .target(
      name: "KeywayQR",
      dependencies: ["CQREncode", "CPNG", "KeywayFormats"], swiftSettings: settings),
    .target(
      name: "KeywayHTTP", dependencies: ["CLinux", "CMicroHTTPD"], swiftSettings: settings),
    .target(
      name: "KeywayServer",
      dependencies: [
        "KeywayCore", "KeywayCrypto", "KeywayFormats", "KeywayStore", "KeywayService", "KeywayHTTP",
      ],
      swiftSettings: settings),
    .target(
      name: "KeywayCommands",
      dependencies: [
        "CLinux", "KeywayCore", "KeywayCrypto", "KeywayFormats", "KeywayStore", "KeywaySQLite",
        "KeywayService", "KeywayLocks",
      ],
      swiftSettings: settings),
    .executableTarget(name: "keyway", dependencies: ["KeywayCommands"], swiftSettings: settings),
    .executableTarget(
      name: "keywayd",
      dependencies: [
        "KeywayCommands", "KeywayCore", "KeywayHTTP", "KeywayMQTT", "KeywayQR", "KeywayServer",
        "KeywayService", "KeywayWebhook",
      ],
      swiftSettings: settings),
    .target(name: "CBenchmark", dependencies: ["CSQLite", "CCrypto"]),
    .executableTarget(
      name: "keyway-benchmark",
      dependencies: [
        "CBenchmark", "KeywayCore", "KeywayCrypto", "KeywayStore", "KeywaySQLite",
        "KeywayService",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KeywayCoreTests", dependencies: ["KeywayCore"], exclude: ["Links/url-cases.tsv"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayCryptoTests", dependencies: ["KeywayCore", "KeywayCrypto"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayFormatsTests", dependencies: ["KeywayCore", "KeywayFormats"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayQRTests", dependencies: ["KeywayFormats", "KeywayQR"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywaySQLiteTests",
      dependencies: [
        "CSQLite", "Migrations", "KeywayCore", "KeywayCrypto", "KeywayStore", "KeywaySQLite",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayServiceTests",
      dependencies: [
        "CSQLite", "KeywayCore", "KeywayCrypto", "KeywayFormats", "KeywayStore", "KeywaySQLite",
        "KeywayService",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayLocksTests", dependencies: ["KeywayCore", "KeywayService", "KeywayLocks"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayMQTTTests", dependencies: ["KeywayCore", "KeywayService", "KeywayMQTT"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayCommandsTests",
      dependencies: [
        "CSQLite", "KeywayCore", "KeywayCrypto", "KeywayFormats", "KeywayStore", "KeywaySQLite",
        "KeywayService", "KeywayCommands", "keyway", "keywayd",
      ],
      exclude: ["CommandLine/Golden", "Golden"], swiftSettings: testSettings),
    .testTarget(
      name: "KeywayWebhookTests",
      dependencies: ["KeywayCore", "KeywayCrypto", "KeywayService", "KeywayWebhook"],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayHTTPTests", dependencies: ["KeywayHTTP"], swiftSettings: testSettings),
    .testTarget(
      name: "KeywayServerTests",
      dependencies: [
        "KeywayCore", "KeywayCrypto", "KeywayStore", "KeywaySQLite", "KeywayService", "KeywayHTTP",
        "KeywayServer",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeywayCampaignTests",
      dependencies: ["CSQLite", "KeywayCore", "keyway", "keywayd"],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)
