internal import Glibc

/// Says that somebody waits for the lock on a file: a shared lock on its first byte, which has
/// nothing to do with the one that is waited for. A hint only; failures do not show.
struct WaitingSign {
  // Locks of the open file rather than of the process, fcntl(2); the header keeps the names from
  // programs that do not ask for GNU's.
  private static let set: CInt = 37
  private static let get: CInt = 36

  private var isRaised = false

  /// Shows it on the open file.
  mutating func raise(_ file: CInt) {
    if isRaised { return }
    isRaised = Self.control(file, Self.set, Int16(F_RDLCK)) != nil
  }

  /// Takes it away from the open file.
  mutating func lower(_ file: CInt) {
    guard isRaised else { return }
    isRaised = false
    _ = Self.control(file, Self.set, Int16(F_UNLCK))
  }

  /// Whether anybody else shows it on the file.
  static func isRaised(_ file: CInt) -> Bool {
    // Who could take the byte for itself alone finds out who has it.
    control(file, get, Int16(F_WRLCK)).map { $0 != Int16(F_UNLCK) } ?? false
  }

  /// The kind of lock that the call leaves in its argument, or nil when it fails.
  private static func control(_ file: CInt, _ command: CInt, _ kind: Int16) -> Int16? {
    var region = flock()
    region.l_type = kind
    region.l_whence = Int16(SEEK_SET)
    region.l_start = 0
    region.l_len = 1
    return unsafe fcntl(file, command, &region) == 0 ? region.l_type : nil
  }
}
