import Foundation
import Testing

/// A certificate for 127.0.0.1 that signs itself, made for one test.
final class Certificate {
  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let folder: String
  let bytes: [UInt8]
  let key: [UInt8]

  /// Where the certificate is.
  var path: String { folder + "/c.crt" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/keyway-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-subj", "/CN=keyway", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "c.key", "-out",
      "c.crt",
    ]
    let run = try Program.run("/usr/bin/openssl", arguments, in: folder)
    try #require(run.status == 0)
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/c.crt")))
    key = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/c.key")))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
