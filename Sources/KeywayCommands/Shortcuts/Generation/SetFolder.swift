internal import CLinux
import Glibc
import KeywayCore
import KeywayCrypto
import KeywayService

/// Sets as files, `ab/cd/ID.json` below a folder: `abcd` are the first digits of the SHA-256 of the
/// device's id, so that no folder grows large.
///
/// A file has the old set or the new one, whole, whatever happens: new ones are written beside the
/// old, brought to the disk together, and only then take their places.
struct SetFolder: SetSink {
  private let path: String
  private let hasher = SHA256Hasher()

  /// Makes the folder when there is none.
  init(_ path: String) throws(FileError) {
    self.path = path.utf8.last == UInt8(ascii: "/") && path != "/" ? String(path.dropLast()) : path
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .system(errno, path) }
    _ = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
  }

  func deliver(_ bundle: SetBundle) throws -> [SetFailure] {
    var failures: [SetFailure] = []
    var written: [(device: Device.ID, place: Place)] = []
    try bundle.forEach { device, set in
      let place = place(of: device)
      do throws(FileError) {
        if try write(set, at: place) { written.append((device, place)) }
      } catch {
        failures.append(try failure(device, error))
      }
    }
    if written.isEmpty { return failures }
    try synchronise()
    for (device, place) in written {
      guard unsafe rename(place.new, place.file) != 0 else { continue }
      let error = FileError.system(errno, place.file)
      _ = unsafe unlink(place.new)
      failures.append(try failure(device, error))
    }
    return failures
  }

  func remove(_ devices: [Device.ID]) throws -> [SetFailure] {
    var failures: [SetFailure] = []
    for device in devices {
      let place = place(of: device)
      for name in [place.file, place.new] where unsafe unlink(name) != 0 {
        if errno == ENOENT || errno == ENOTDIR { continue }
        failures.append(try failure(device, .system(errno, name)))
      }
    }
    return failures
  }

  private struct Place {
    let folders: [String]
    let file: String
    /// Where the new set is until it takes the old one's place.
    let new: String
  }

  private func place(of device: Device.ID) -> Place {
    let digits = hasher.hash(device.text.utf8.span).hex
    let first = "\(path)/\(digits.prefix(2))"
    let second = "\(first)/\(digits.dropFirst(2).prefix(2))"
    return Place(
      folders: [first, second], file: "\(second)/\(device).json", new: "\(second)/.\(device).new")
  }

  /// Writes the set beside the old one; false when the old one says the same.
  private func write(_ set: Span<UInt8>, at place: Place) throws(FileError) -> Bool {
    if Self.holds(place.file, set) { return false }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
    let file: FileDescriptor
    do throws(FileError) {
      file = try FileDescriptor(opening: place.new, flags)
    } catch {
      guard error.errno == ENOENT else { throw error }
      for folder in place.folders where unsafe mkdir(folder, 0o777) != 0 {
        guard errno == EEXIST else { throw .system(errno, folder) }
      }
      file = try FileDescriptor(opening: place.new, flags)
    }
    try file.write(unsafe set.withUnsafeBufferPointer { unsafe Array($0) })
    return true
  }

  /// Whether the file is there and holds just these bytes.
  private static func holds(_ path: String, _ set: Span<UInt8>) -> Bool {
    guard
      let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == set.count
    else { return false }
    var bytes = [UInt8](repeating: 0, count: set.count)
    // A regular file gives all of it at once, or is written anew.
    guard let count = try? file.read(into: &bytes), count == set.count else { return false }
    for index in set.indices where bytes[index] != set[index] { return false }
    return true
  }

  /// Brings what was written to the disk.
  private func synchronise() throws(FileError) {
    let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    guard syncfs(folder.number) == 0 else { throw .system(errno, path) }
  }

  /// - Throws: the error itself when it would be every device's.
  private func failure(_ device: Device.ID, _ error: FileError) throws(FileError) -> SetFailure {
    switch error.errno {
    case ENOSPC, EDQUOT, EROFS, EIO, EMFILE, ENFILE: throw error
    default: return SetFailure(device: device.text, message: "\(error.path): \(error.reason)")
    }
  }
}
