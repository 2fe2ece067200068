import Foundation
import Glibc

/// A process of the program, which is killed after two minutes, or with the last reference to it.
final class RunningProcess {
  struct DidNotStart: Error { let errno: Int32 }

  /// In seconds.
  private static let limit = Campaigns.isWhole ? 1_800.0 : 120

  let pid: pid_t
  private let started = Date()
  /// Holds its standard streams.
  private let files: Scratch
  private let readsOutput: Bool
  private var memory = 0
  private(set) var finished: Run?

  /// `output` is a file to write to instead; then the run has no bytes. A terminal's signals stop
  /// only processes that somebody could let go on: those of a group of their own.
  init(
    _ arguments: [String], input: [UInt8], environment: [String: String], output: String? = nil,
    hasOwnGroup: Bool = false
  ) throws {
    files = try Scratch()
    readsOutput = output == nil
    let stdin = try files.write(input, as: "in")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let stdout = output ?? files.file("out")
    posix_spawn_file_actions_addopen(&actions, 0, stdin, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, stdout, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files.file("err"), O_WRONLY | O_CREAT, 0o600)
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that a thread of the test runner blocks, or that what started it ignores, would be
    // handed down.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags =
      POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
      | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let error = posix_spawn(&process, arguments[0], &actions, &attributes, &argv, &envp)
    guard error == 0 else { throw DidNotStart(errno: error) }
    pid = process
  }

  deinit {
    guard finished == nil else { return }
    kill()
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  func kill() { Glibc.kill(pid, SIGKILL) }

  /// Whether a signal has stopped it, so that it does nothing until another lets it go on.
  var isStopped: Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    return text[end...].dropFirst(2).first == "T"
  }

  /// The run once it has ended, else nil. Does not block.
  func poll() throws -> Run? {
    if let finished { return finished }
    sampleMemory()
    if Date().timeIntervalSince(started) > Self.limit { kill() }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    let ended = Date()
    let signal = status & 0x7F
    let run = Run(
      status: signal == 0 ? (status >> 8) & 0xFF : -signal,
      bytes: readsOutput ? try files.bytes(of: "out") : [],
      errors: String(decoding: try files.bytes(of: "err"), as: UTF8.self),
      started: started, ended: ended, memory: memory)
    finished = run
    return run
  }

  func wait() throws -> Run {
    while true {
      if let run = try poll() { return run }
      usleep(500)
    }
  }

  /// Blocks until the program has printed something, or has ended.
  func waitForOutput() throws {
    while try poll() == nil, try files.bytes(of: "out").isEmpty { usleep(200) }
  }

  /// Blocks until the program has said so on standard error, or has ended.
  func waitForErrors(containing words: String) throws {
    while try poll() == nil {
      if try String(decoding: files.bytes(of: "err"), as: UTF8.self).contains(words) { return }
      usleep(1_000)
    }
  }

  /// What `getrusage` tells of a child began with the memory of its parent.
  private func sampleMemory() {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap({ Int($0) })
    else { return }
    memory = max(memory, kilobytes * 1024)
  }
}
