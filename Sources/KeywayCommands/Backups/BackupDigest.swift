import KeywayCore
import KeywayCrypto

/// The digest beside a backup, `<file>.sha256`, as `sha256sum` writes and checks it: the log proves
/// its own entries, and nothing else in the file.
struct BackupDigest {
  let backup: String

  private var path: String { backup + ".sha256" }

  /// Writes it for the backup as it is. Blocks.
  func write() throws {
    let name = backup.split(separator: "/").last.map(String.init) ?? backup
    try FileOutput.replace(path, with: Array("\(try digest().hex)  \(name)\n".utf8))
  }

  /// Whether the backup is as it was when the digest was written; nil without one. Blocks.
  func holds() throws -> Bool? {
    guard FileStamp(path) != nil else { return nil }
    let line = try FileInput.bytes(of: path, limit: 4_096)
    return line.starts(with: try digest().hex.utf8)
  }

  private func digest() throws(FileError) -> Digest {
    let file = try FileInput.open(backup)
    let hasher = SHA256Hasher()
    hasher.begin()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try file.read(into: &buffer)
      if count == 0 { return hasher.finish() }
      hasher.add(buffer.span.extracting(..<count))
    }
  }
}
