internal import Glibc
import KeywayCrypto

/// The file with the secret that a service's requests are signed with.
///
/// All bytes count, but for one line feed at the end, as editors leave it.
enum WebhookSecret {
  /// The fewest and the most bytes of a secret.
  static let length = 16...1024

  /// Why there is no secret, in the words of a command's detail.
  enum Problem: String, Error {
    /// There is no such file, it cannot be read, or it holds too few or too many bytes.
    case missing = "no_secret"
    /// Others than the file's owner and group may read it, or others than the owner may write it.
    case exposed = "secret_exposed"
  }

  /// Lends the secret, and wipes it afterwards. Blocks.
  static func withSecret<T>(
    at path: String, _ body: (Span<UInt8>) -> T
  ) throws(Problem) -> T {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .missing }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .missing
    }
    guard status.st_mode & 0o027 == 0 else { throw .exposed }
    var bytes = [UInt8](repeating: 0, count: length.upperBound + 2)
    defer { wipe(&bytes) }
    var count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read(file, bytes.baseAddress, bytes.count)
    }
    if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    guard length ~= count else { throw .missing }
    return body(bytes.span.extracting(..<count))
  }
}
