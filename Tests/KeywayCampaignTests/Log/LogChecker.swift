import Foundation
import Testing

/// A program in Go, built from `Tests/LogChecker`, that knows of the log what golang.org/x/mod
/// knows.
final class LogChecker: Sendable {
  private static let compiler = "/usr/bin/go"
  private static let sources = "/usr/share/gocode"

  /// The Debian packages that it cannot be built without and that are not installed.
  static let missing: [String] = [
    ("golang-go", compiler),
    ("golang-golang-x-mod-dev", "\(sources)/src/golang.org/x/mod/sumdb/tlog/tlog.go"),
  ].filter { !FileManager.default.fileExists(atPath: $0.1) }.map(\.0)

  private static let built = Result { try LogChecker() }

  /// The one program, built when it is first asked for.
  static var program: LogChecker { get throws { try built.get() } }

  /// Beside the built program, so that what was compiled once is found by the next run.
  private let folder = URL(fileURLWithPath: Keyway.executable).deletingLastPathComponent()
    .appending(path: "log-checker").path

  /// Builds it from files of this machine only.
  private init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "LogChecker")
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
      .filter { $0.hasSuffix(".go") }.map { sources.appending(path: $0).path }
    let build = try RunningProcess(
      [Self.compiler, "build", "-o", "\(folder)/log-checker"] + files, input: [],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": folder, "GOCACHE": "\(folder)/cache",
        "GOPATH": Self.sources, "GO111MODULE": "off", "GOENV": "off", "GOPROXY": "off",
        "GOTOOLCHAIN": "local", "CGO_ENABLED": "0",
      ]
    ).wait()
    try #require(build.status == 0, "\(build.output)\(build.errors)")
  }

  /// Whether it accepts what it is asked to check: then what it read of it, else nil.
  ///
  /// - Throws: when it neither accepts nor refuses.
  func check(
    _ what: String, _ verifiers: String, _ files: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let run = try RunningProcess(
      ["\(folder)/log-checker", what, verifiers] + files, input: [], environment: [:]
    ).wait()
    let isRefused = run.status == 1 && run.errors.hasPrefix("refused: ")
    try #require(
      run.status == 0 || isRefused, "\(what) \(files): \(run.errors)",
      sourceLocation: sourceLocation)
    return isRefused ? nil : run.output
  }
}
