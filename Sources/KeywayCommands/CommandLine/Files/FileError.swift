/// A file or a standard stream could not be read or written.
struct FileError: Error, Hashable, Sendable {
  enum Code: String, Sendable, CaseIterable {
    case notFound, notPermitted, tooLong, notRegular, closedPipe, inputOutput
  }

  let code: Code
  /// As it was given, or `standard input`, `standard output`, `standard error`.
  let path: String
  /// What is wrong, in the system's words where the system said it.
  let reason: String
  /// The system's error number, or nil when the rule is ours.
  let errno: Int32?

  init(_ code: Code, path: String, reason: String, errno: Int32? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.errno = errno
  }

  var exitStatus: ExitStatus {
    switch code {
    case .notFound: .notFound
    case .notPermitted: .notPermitted
    case .tooLong, .notRegular: .badData
    case .closedPipe, .inputOutput: .inputOutput
    }
  }

  /// Whether nobody is left to tell: the reader of our output went away.
  var isQuiet: Bool { code == .closedPipe }
}

extension FileError: CustomStringConvertible {
  /// `path: reason`, without what could harm a terminal.
  var description: String { "\(SafeText.escaped(path)): \(reason)" }
}
