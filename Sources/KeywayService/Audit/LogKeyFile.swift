internal import Glibc
import KeywayCore
import KeywayCrypto
import KeywayStore

/// The file with the key that signs the log's checkpoints: apart from the database, so that a copy
/// of one is not a copy of the other, and for its owner only.
package struct LogKeyFile: Sendable {
  /// Nil in memory, where there is no file.
  let path: String?

  /// - Parameter database: the path of the database, or `:memory:`.
  package init(database: String) {
    path = database == ":memory:" ? nil : OwnerFiles.resolved(database) + "-log-key"
  }

  /// The key in the file, or nil when there is no file. Blocks.
  ///
  /// - Throws: `StoreError` `permission` when others may read it, `corrupt` when it holds no key.
  func read() throws(StoreError) -> SigningKey? {
    guard let path else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(.permission, "could not be opened")
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.corrupt, "is no file")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw failure(
        .permission, "may be read by others than its owner; chmod 600 it, and rotate it")
    }
    var seed = [UInt8](repeating: 0, count: SigningKey.seedByteCount + 1)
    defer { wipe(&seed) }
    let count = unsafe seed.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(file, bytes.baseAddress, bytes.count)
    }
    guard count == SigningKey.seedByteCount,
      let key = SigningKey(seed: seed.span.extracting(..<count))
    else { throw failure(.corrupt, "does not hold the 32 bytes of a key") }
    return key
  }

  /// Puts a key in the place of the one that is there, if any: the file has the old or the new one
  /// at every moment, and the new one is on the disk when the call returns. Blocks.
  ///
  /// - Throws: `StoreError` `io`.
  func write(_ key: SigningKey) throws(StoreError) {
    guard let path else { return }
    let new = path + "-new"
    _ = unsafe unlink(new)
    let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(.io, "could not be made") }
    let isWritten = key.withSeed { seed in
      let count = unsafe seed.withUnsafeBytes { bytes in
        unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
      }
      return count == seed.count && fsync(file) == 0
    }
    close(file)
    guard isWritten, unsafe rename(new, path) == 0 else {
      _ = unsafe unlink(new)
      throw failure(.io, "could not be written")
    }
    synchroniseFolder(of: path)
  }

  /// A new name counts only once its folder is on the disk; where that fails, the next start makes
  /// another key, which the log tells.
  private func synchroniseFolder(of path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = fsync(file)
    close(file)
  }

  private func failure(_ code: StoreError.Code, _ words: String) -> StoreError {
    StoreError(code, "the log's key file \(path ?? "") \(words)")
  }
}
