package import KeywayCore
package import KeywayStore

/// The list of all holders that were ever erased, in a file beside the database: an older copy that
/// takes the database's place still has them, and is made to forget them by it.
///
/// The ids stand one a line, sorted by bytes and without times, since their order or an instant
/// would tell which entries of the log were theirs.
package struct ErasureFile: Sendable {
  /// Nil in memory, where there is no file.
  private let file: PrivateFile?

  /// - Parameter database: the path of the database, or `:memory:`.
  package init(database: String) {
    file =
      database == ":memory:"
      ? nil
      : PrivateFile(
        path: OwnerFiles.resolved(database) + "-erasures", name: "the list of erasures")
  }

  /// The holders in the file, none when there is no file. Blocks.
  ///
  /// - Throws: `StoreError` `corrupt`, which names the line, for anything but whole lines with one
  ///   id each; `permission`, `io`.
  package func holders() throws(StoreError) -> [Holder.ID] {
    guard let file, let bytes = try file.read(), !bytes.isEmpty else { return [] }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A last line that was cut short might be another holder's id.
    guard lines.removeLast().isEmpty else {
      throw file.failure(.corrupt, "ends in the middle of line \(lines.count + 1)")
    }
    var holders: [Holder.ID] = []
    for (index, line) in lines.enumerated() {
      guard let id = Holder.ID(String(decoding: line, as: UTF8.self)) else {
        throw file.failure(.corrupt, "has no id on line \(index + 1)")
      }
      holders.append(id)
    }
    return holders
  }

  /// Adds holders to those that are in the file, each once. To be called while nobody else writes
  /// to the store. The file has the old list or the new one at every moment, and the new one is on
  /// the disk when the call returns. Blocks.
  ///
  /// - Throws: `StoreError` as ``holders()`` does, and `io`; then the file is as it was.
  package func add(_ ids: [Holder.ID]) throws(StoreError) {
    guard let file else { return }
    let old = try holders()
    let new = Set(old).union(ids).sorted()
    if new == old { return }
    let lines = Array(new.map { $0.text + "\n" }.joined().utf8)
    try file.replace(with: lines.span)
  }
}
