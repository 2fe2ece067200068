internal import Glibc
import KeywayCore
import KeywayCrypto
import KeywayStore

/// The file with the key that signs the log's checkpoints: apart from the database, so that a copy
/// of one is not a copy of the other, and for its owner only.
package struct LogKeyFile: Sendable {
  /// Nil in memory, where there is no file.
  private let file: PrivateFile?

  /// - Parameter database: the path of the database, or `:memory:`.
  package init(database: String) {
    file =
      database == ":memory:"
      ? nil
      : PrivateFile(
        path: OwnerFiles.resolved(database) + "-log-key", name: "the log's key file")
  }

  /// The key in the file, or nil when there is no file. Blocks.
  ///
  /// - Throws: `StoreError` `permission` when others may read it, `corrupt` when it holds no key.
  func read() throws(StoreError) -> SigningKey? {
    guard let file, let (descriptor, mode) = try file.open() else { return nil }
    defer { close(descriptor) }
    guard mode & 0o077 == 0 else {
      throw file.failure(
        .permission, "may be read by others than its owner; chmod 600 it, and rotate it")
    }
    var seed = [UInt8](repeating: 0, count: SigningKey.seedByteCount + 1)
    defer { wipe(&seed) }
    let count = unsafe seed.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    }
    guard count == SigningKey.seedByteCount,
      let key = SigningKey(seed: seed.span.extracting(..<count))
    else { throw file.failure(.corrupt, "does not hold the 32 bytes of a key") }
    return key
  }

  /// Puts a key in the place of the one that is there, if any: the file has the old or the new one
  /// at every moment, and the new one is on the disk when the call returns. Blocks.
  ///
  /// - Throws: `StoreError` `io`.
  func write(_ key: SigningKey) throws(StoreError) {
    guard let file else { return }
    try key.withSeed { seed throws(StoreError) in try file.replace(with: seed) }
  }
}
