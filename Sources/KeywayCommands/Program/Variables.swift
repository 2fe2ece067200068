internal import Glibc

/// The variables of the process's environment.
struct Variables: Sendable {
  private let read: @Sendable (String) -> String?

  init(_ read: @escaping @Sendable (String) -> String?) {
    self.read = read
  }

  /// Those of this process.
  static let ofProcess = Variables { name in
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Nil when the variable is not set, or empty.
  subscript(name: String) -> String? {
    read(name).flatMap { $0.utf8.isEmpty ? nil : $0 }
  }
}
