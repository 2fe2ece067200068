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
  targets: [
    .target(name: "KeywayCore", swiftSettings: settings),
    .testTarget(
      name: "KeywayCoreTests", dependencies: ["KeywayCore"], exclude: ["Links/url-cases.tsv"],
      swiftSettings: testSettings),





  ],
  swiftLanguageModes: [.v6]
)
