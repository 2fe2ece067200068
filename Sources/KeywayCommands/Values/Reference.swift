import KeywayCore
import KeywayService
import KeywayStore

/// A record of the registry as the command line names it: by its id, or by a beginning of it that
/// no other id of the list has. Removed records count.
struct Reference<Record: Registered>: Hashable, Sendable {
  /// How many ids an ambiguous beginning is answered with.
  private static var named: Int { 5 }

  let text: String

  /// The whole id.
  ///
  /// - Throws: ``ServiceError`` `notFound` when no id begins so, `invalid` when several do and none
  ///   is the text itself; `StoreError`.
  func resolve<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> String {
    let ids = try reader.ids(in: Record.list, prefix: text, limit: Self.named + 1)
    guard let first = ids.first else {
      let question = try similar(in: reader).map { "; did you mean '\($0)'?" } ?? ""
      throw ServiceError(.notFound, "there is no \(Record.noun) '\(text)'\(question)")
    }
    // The text itself sorts before everything that it begins.
    if ids.count == 1 || first.utf8.elementsEqual(text.utf8) { return first }
    let more = ids.count > Self.named ? ["more"] : []
    let candidates = WordList.join(ids.prefix(Self.named).map { "'\($0)'" } + more, "and")
    throw ServiceError(
      .invalid, "several \(Record.noun)s begin with '\(text)': \(candidates); write more of the id")
  }
}

extension Reference {
  /// How many ids are looked at for one that looks like the text.
  private static var lookedAt: Int { 10_000 }

  /// An id that the text may be a mistyped form of; in a long list one that starts like it.
  private func similar<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws(StoreError) -> String? {
    // One slip in an id of two letters leaves another id.
    guard text.utf8.count >= 3 else { return nil }
    let start = String(text.prefix(1))
    let ids = try reader.ids(in: Record.list, prefix: start, limit: Self.lookedAt)
    if let found = Suggestion.nearest(to: text, among: ids) { return found }
    let others = try reader.ids(in: Record.list, prefix: "", limit: Self.lookedAt)
    return Suggestion.nearest(to: text, among: others)
  }
}

extension ValueSyntax {
  /// An id, or the beginning of one.
  static func reference<Record: Registered>(to: Record.Type) -> Self
  where Value == Reference<Record> {
    Self("ID", print: { $0.text }) { (text) throws(ValueError) in
      guard !text.isEmpty else { throw ValueError("is not an id") }
      if Record.list != .actions, Identifier<Never>(text) == nil {
        throw ValueError("is not an id, nor the beginning of one")
      }
      return Reference(text: text)
    }
  }
}

extension KeywayContext {
  func resolve(_ reference: Reference<Door>) throws -> Door.ID {
    Door.ID(trusted: try id(reference))
  }

  func resolve(_ reference: Reference<Holder>) throws -> Holder.ID {
    Holder.ID(trusted: try id(reference))
  }

  func resolve(_ reference: Reference<Device>) throws -> Device.ID {
    Device.ID(trusted: try id(reference))
  }

  func resolve(_ reference: Reference<Key>) throws -> Key.ID {
    Key.ID(trusted: try id(reference))
  }

  func resolve(_ reference: Reference<Action>) throws -> ActionType {
    ActionType(trusted: try id(reference))
  }

  private func id<Record: Registered>(_ reference: Reference<Record>) throws -> String {
    try read { reader in try reference.resolve(in: reader) }
  }
}
