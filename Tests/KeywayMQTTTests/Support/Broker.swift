import Foundation
import Glibc
import Synchronization
import Testing

/// A `mosquitto` of a test's own, on a free port of this machine, with a folder that goes with it.
final class Broker: Sendable {
  static let program = "/usr/sbin/mosquitto"
  static let isInstalled = access(program, X_OK) == 0

  let folder: String
  let port: UInt16
  private let settings: [String]
  private let process = Mutex<pid_t?>(nil)

  /// Starts it with more lines of configuration, in which `FOLDER` is the folder.
  ///
  /// - Parameter prepare: fills the folder before.
  init(_ settings: [String] = ["allow_anonymous true"], prepare: (String) throws -> Void = { _ in })
    throws
  {
    folder = NSTemporaryDirectory() + "/keyway-mqtt-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    let folder = folder
    self.settings = settings.map { $0.replacingOccurrences(of: "FOLDER", with: folder) }
    try prepare(folder)
    let lines =
      ["listener \(port) 127.0.0.1", "log_dest file \(folder)/broker.log", "user root"]
      + self.settings
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: folder + "/broker.conf"))
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts it and waits until it listens.
  func start() throws {
    let before = starts
    let isNew = try process.withLock { process in
      guard process == nil else { return false }
      var id = pid_t()
      let words: [String] = [Self.program, "-c", "\(folder)/broker.conf"]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      defer { for argument in arguments { free(argument) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for output in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      }
      try #require(posix_spawn(&id, Self.program, &actions, nil, &arguments, nil) == 0)
      process = id
      return true
    }
    guard isNew else { return }
    var patience = 2_000
    while starts == before, patience > 0 {
      usleep(5_000)
      patience -= 1
    }
    try #require(patience > 0, "the broker does not start: \(log)")
  }

  /// Ends it at once, without a farewell.
  func kill() {
    process.withLock { process in
      guard let id = process else { return }
      Glibc.kill(id, SIGKILL)
      var status: CInt = 0
      waitpid(id, &status, 0)
      process = nil
    }
  }

  /// Has it do nothing, with its connections open, until ``resume()``.
  func pause() { process.withLock { if let id = $0 { _ = Glibc.kill(id, SIGSTOP) } } }

  func resume() { process.withLock { if let id = $0 { _ = Glibc.kill(id, SIGCONT) } } }

  var log: String { (try? String(contentsOfFile: folder + "/broker.log", encoding: .utf8)) ?? "" }

  /// How often it has begun to listen.
  private var starts: Int { log.components(separatedBy: " running\n").count }

  /// Not one of those that the kernel gives to connections: while the broker is away, a connection
  /// to its port could come from the same port, and find itself.
  static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 10_000..<32_000)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      if with(port, { bind(socket, $0, $1) }) == 0 { return port }
    }
    throw NoPort()
  }

  struct NoPort: Error {}

  private static func with(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
