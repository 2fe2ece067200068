internal import Glibc
import KeywayStore

/// A small file beside the database, for its owner only, that is read and replaced whole.
struct PrivateFile: Sendable {
  let path: String
  /// What messages call it, as `the list of erasures`.
  let name: String

  /// All bytes of the file, or nil when there is none. Blocks.
  ///
  /// - Throws: `StoreError` `permission` when it may not be opened, `corrupt` when it is no file,
  ///   `io`.
  func read() throws(StoreError) -> [UInt8]? {
    guard let (file, _) = try open() else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { piece in
        unsafe Glibc.read(file, piece.baseAddress, piece.count)
      }
      if count == 0 { return bytes }
      guard count > 0 else { throw failure(.io, "could not be read") }
      bytes += piece[..<count]
    }
  }

  /// The open file and its mode, or nil when there is none; throws as ``read()`` does.
  func open() throws(StoreError) -> (file: CInt, mode: mode_t)? {
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(.permission, "could not be opened")
    }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw failure(.corrupt, "is no file")
    }
    return (file, status.st_mode)
  }

  /// Puts the bytes in the place of those that are there, if any: the file has the old or the new
  /// ones at every moment, and the new ones are on the disk when the call returns. Blocks.
  ///
  /// - Throws: `StoreError` `io`; then the file is as it was.
  func replace(with bytes: Span<UInt8>) throws(StoreError) {
    let new = path + "-new"
    _ = unsafe unlink(new)
    let file = unsafe Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(.io, "could not be made") }
    let isWritten = Self.write(bytes, to: file) && fsync(file) == 0
    close(file)
    guard isWritten, unsafe rename(new, path) == 0 else {
      _ = unsafe unlink(new)
      throw failure(.io, "could not be written")
    }
    synchroniseFolder()
  }

  private static func write(_ bytes: Span<UInt8>, to file: CInt) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
        return unsafe Glibc.write(file, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// A new name counts only once its folder is on the disk.
  private func synchroniseFolder() {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    let file = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = fsync(file)
    close(file)
  }

  func failure(_ code: StoreError.Code, _ words: String) -> StoreError {
    StoreError(code, "\(name) \(path) \(words)")
  }
}
