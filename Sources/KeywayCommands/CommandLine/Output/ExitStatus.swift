/// What the program tells its caller when it ends; the numbers from 64 on are those of sysexits.h.
enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// Done, granted or opened.
  case done = 0
  /// Denied, or a check that did not hold.
  case denied = 1
  case usage = 64
  case badData = 65
  case notFound = 66
  case unavailable = 69
  case inputOutput = 74
  /// Busy; the same command may succeed later.
  case busy = 75
  case notPermitted = 77
}
