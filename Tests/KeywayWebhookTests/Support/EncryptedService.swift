import Foundation
import Synchronization

/// A web service with TLS for one connection, which keeps what came through it and acknowledges:
/// OpenSSL's program, so that a certificate is judged by its other side.
final class EncryptedService {
  struct DidNotStart: Error { let output: String }

  private static let program = "/usr/bin/openssl"
  static let isInstalled = access(program, X_OK) == 0

  /// The path of the certificate, which no authority signed.
  let certificate: String
  let port: Int
  private let process: Process
  private let output: Output

  /// - Parameters:
  ///   - names: what the certificate is for, as OpenSSL writes it.
  ///   - options: what OpenSSL's server is to be told besides.
  init(in folder: String, names: String, options: [String] = []) throws {
    certificate = folder + "/certificate-\(UUID().uuidString).pem"
    let key = folder + "/key.pem"
    let maker = try Self.run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "1",
      "-subj", "/CN=service", "-addext", "subjectAltName=\(names)", "-keyout", key,
      "-out", certificate,
    ])
    maker.process.waitUntilExit()
    let server = try Self.run(
      ["s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-cert", certificate, "-key", key]
        + options)
    (process, output) = (server.process, server.output)
    port = try server.output.port()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Everything that the program printed, requests among it, once it has ended. Blocks.
  func finish() -> String {
    // Threads of the test runner block the politer signals, and hand that down.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return output.whole()
  }

  private static func run(_ arguments: [String]) throws -> (process: Process, output: Output) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (input, printed) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = printed
    process.standardError = printed
    try process.run()
    let output = Output(
      reading: printed.fileHandleForReading, answering: input.fileHandleForWriting)
    return (process, output)
  }

  /// What the program prints; a request in it is answered through the program's input.
  private final class Output: Sendable {
    private let state = Mutex<(text: String, isWhole: Bool)>(("", false))

    init(reading printed: FileHandle, answering input: FileHandle) {
      Thread.detachNewThread { [self] in
        var isAnswered = false
        while case let bytes = printed.availableData, !bytes.isEmpty {
          let text = state.withLock { state in
            state.text += String(decoding: bytes, as: UTF8.self)
            return state.text
          }
          guard !isAnswered, text.contains(#""verb":"unlock"}"#) else { continue }
          isAnswered = true
          let answer = #"{"outcome":"acknowledged"}"#
          let head = "HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n"
          try? input.write(contentsOf: Data((head + answer).utf8))
        }
        state.withLock { $0.isWhole = true }
      }
    }

    /// Blocks until the program listens.
    func port() throws -> Int {
      while true {
        let (text, isWhole) = state.withLock { $0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        // The line is whole when it ends.
        if let line, text.contains(line + "\n"), let port = line.split(separator: ":").last {
          return Int(port) ?? 0
        }
        guard !isWhole else { throw DidNotStart(output: text) }
        usleep(1000)
      }
    }

    func whole() -> String {
      while !state.withLock({ $0.isWhole }) { usleep(1000) }
      return state.withLock { $0.text }
    }
  }
}
