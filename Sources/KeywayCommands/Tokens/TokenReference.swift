import KeywayCore
import KeywayService
import KeywayStore

/// A token as the command line names it: by its id, or by a beginning of it that no other has.
struct TokenReference: Hashable, Sendable {
  /// How many ids an ambiguous beginning is answered with.
  private static var named: Int { 5 }

  let text: String

  static let syntax = ValueSyntax<TokenReference>("TOKEN", print: { $0.text }) {
    (text) throws(ValueError) in
    guard Identifier<Token>(text) != nil else {
      throw ValueError("is not an id, nor the beginning of one")
    }
    return TokenReference(text: text)
  }

  /// The whole id.
  ///
  /// - Throws: ``ServiceError`` `notFound` when no id begins so, `invalid` when several do and none
  ///   is the text itself; `StoreError`.
  func resolve<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> Token.ID {
    // It has the form of an id, too, and must not be repeated in a message.
    if TokenSecret.isWellFormed(text.utf8.span) {
      throw ServiceError(
        .invalid, "that is a token's secret and not its id, which is in 'keyway token list'")
    }
    let ids = try reader.tokenIDs(prefix: text, limit: Self.named + 1)
    guard let first = ids.first else {
      throw ServiceError(.notFound, "there is no token '\(text)'")
    }
    // The text itself sorts before everything that it begins.
    if ids.count == 1 || first.utf8.elementsEqual(text.utf8) { return Token.ID(trusted: first) }
    let more = ids.count > Self.named ? ["more"] : []
    let candidates = WordList.join(ids.prefix(Self.named).map { "'\($0)'" } + more, "and")
    throw ServiceError(
      .invalid, "several tokens begin with '\(text)': \(candidates); write more of the id")
  }
}
