import KeywayCore
import KeywayStore

/// What is left of the store in whose place a copy goes.
struct StoreRemains {
  let store: any Store
  /// Whether the store is known to be damaged, so that what cannot be read is passed over.
  let isDamaged: Bool
  /// What could not be read, by its name.
  let unread: Unread

  final class Unread {
    private(set) var names: [String] = []

    func add(_ name: String) {
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Reads a part; what the body has taken before the damage counts.
  func read(
    _ name: String, _ body: (borrowing any StoreReader & ~Copyable) throws -> Void
  ) throws {
    do {
      try store.read(body)
    } catch let error as StoreError where isDamaged {
      guard [.corrupt, .io, .constraint, .notFound, .misuse].contains(error.code) else {
        throw error
      }
      unread.add(name)
    }
  }
}
