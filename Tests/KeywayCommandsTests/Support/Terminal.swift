import Foundation
import Glibc
import Testing

/// A terminal that nobody looks at: what programs write to it is kept.
final class Terminal {
  private let ends: (near: Int32, far: Int32)
  /// What to give a program as its standard output.
  let path: String

  /// As posix_openpt(3), grantpt(3) and unlockpt(3) do it on Linux, which are out of Swift's reach.
  init() throws {
    let near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, unlocked): (CUnsignedInt, CInt) = (0, 0)
    try #require(near >= 0)
    try #require(ioctl(near, Self.setLock, &unlocked) == 0)
    try #require(ioctl(near, Self.number, &number) == 0)
    path = "/dev/pts/\(number)"
    ends = (near, open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    try #require(ends.far >= 0)
  }

  /// `TIOCGPTN` and `TIOCSPTLCK`, ioctl_tty(2).
  private static let (number, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)

  deinit {
    close(ends.near)
  }

  /// Runs the body, which writes to the terminal, and says what it wrote. To be used once.
  func text(_ body: () throws -> Void) throws -> String {
    let near = ends.near
    let reading = Reading()
    // A terminal holds few bytes, so that somebody has to read along.
    let thread = Thread { reading.run(near) }
    thread.start()
    defer { reading.wait() }
    do {
      defer { close(ends.far) }
      try body()
    }
    return reading.wait()
  }

  /// What was read until the last program let go of the terminal.
  private final class Reading: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var text: String?

    func run(_ file: Int32) {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      condition.lock()
      text = String(decoding: bytes, as: UTF8.self)
      condition.broadcast()
      condition.unlock()
    }

    @discardableResult
    func wait() -> String {
      condition.lock()
      defer { condition.unlock() }
      while text == nil { condition.wait() }
      return text ?? ""
    }
  }
}
