import Foundation
import Glibc

/// A broker of a test's own, on a free port of this machine, which ends with the last reference.
final class Mosquitto {
  static let program = "/usr/sbin/mosquitto"
  static let isInstalled = access(program, X_OK) == 0

  let port: UInt16
  private let scratch: Scratch
  private var process: Process?

  init() throws {
    scratch = try Scratch()
    port = try Self.freePort()
    try start()
  }

  deinit { stop() }

  func start() throws {
    let file = try scratch.write(
      "listener \(port) 127.0.0.1\nallow_anonymous true\nuser root\n", as: "broker.conf")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-c", file]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    for _ in 0..<400 where !isListening { usleep(5_000) }
  }

  func stop() {
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  private var isListening: Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    return Self.with(port) { connect(file, $0, $1) } == 0
  }

  /// Not one of those that the kernel gives to connections: while the broker is away, a connection
  /// to its port could come from the same port, and find itself.
  private static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 10_000..<32_000)
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(file) }
      if with(port, { bind(file, $0, $1) }) == 0 { return port }
    }
    throw POSIXError(.EADDRNOTAVAIL)
  }

  private static func with(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
