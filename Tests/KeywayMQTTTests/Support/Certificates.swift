import Foundation
import Testing

/// Certificates made for one test by the program `openssl`.
enum Certificates {
  static let program = "/usr/bin/openssl"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  /// Fills the folder: `ca`, and signed by it `broker` for 127.0.0.1 and localhost, `elsewhere` for
  /// another host and `client`; `other` is an authority that signed none. Each has `.crt` and `.key`.
  static func make(in folder: String) throws {
    for authority in ["ca", "other"] {
      try run(
        folder,
        ["req", "-x509", "-subj", "/CN=\(authority)", "-keyout", "\(authority).key", "-out"]
          + ["\(authority).crt"] + newKey + ["-addext", "basicConstraints=critical,CA:TRUE"])
    }
    let names = [
      "broker": "IP:127.0.0.1,DNS:localhost", "elsewhere": "DNS:elsewhere.example",
      "client": "DNS:client",
    ]
    for (name, alternatives) in names {
      try Data("subjectAltName=\(alternatives)\n".utf8).write(
        to: URL(fileURLWithPath: "\(folder)/\(name).ext"))
      try run(
        folder,
        ["req", "-new", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).csr"]
          + newKey)
      try run(
        folder,
        ["x509", "-req", "-in", "\(name).csr", "-CA", "ca.crt", "-CAkey", "ca.key"]
          + ["-CAcreateserial", "-extfile", "\(name).ext", "-out", "\(name).crt"])
    }
  }

  private static let newKey = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256",
  ]

  private static func run(_ folder: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(arguments)")
  }
}
