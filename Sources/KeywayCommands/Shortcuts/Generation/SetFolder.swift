internal import CLinux
import Glibc
import KeywayCore
import KeywayCrypto
import KeywayService

/// Sets as files, `ab/cd/ID.json` below a folder: `abcd` are the first digits of the SHA-256 of the
/// device's id, so that no folder grows large.
///
/// A file has the old set or the new one, whole, whatever happens: new ones are written beside the
/// old, brought to the disk together, and only then take their places. Below the folder no link is
/// followed, and no file written into that was there before.
final class SetFolder: SetSink {
  private let root: FileDescriptor
  private let hasher = SHA256Hasher()

  /// Makes the folder when there is none; it may be a link to one.
  init(_ path: String) throws(FileError) {
    let path =
      path.utf8.last == UInt8(ascii: "/") && path != "/" ? String(path.dropLast()) : path
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .system(errno, path) }
    root = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
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
    guard syncfs(root.number) == 0 else { throw FileError.system(errno, root.path) }
    for (device, place) in written {
      do throws(FileError) {
        try publish(place)
      } catch {
        failures.append(try failure(device, error))
      }
    }
    return failures
  }

  func remove(_ devices: [Device.ID]) throws -> [SetFailure] {
    var failures: [SetFailure] = []
    for device in devices {
      do throws(FileError) {
        try remove(place(of: device))
      } catch {
        failures.append(try failure(device, error))
      }
    }
    return failures
  }

  private func remove(_ place: Place) throws(FileError) {
    let folder: FileDescriptor
    do throws(FileError) {
      folder = try self.folder(of: place, isMade: false)
    } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
      return
    }
    for name in [place.new, place.file] {
      do throws(FileError) {
        try folder.remove(name)
      } catch  where error.errno == ENOENT {
        continue
      }
    }
  }

  private struct Place {
    let folders: (String, String)
    let file: String
    /// What the new set is called until it takes the old one's place.
    let new: String
  }

  private func place(of device: Device.ID) -> Place {
    let digits = hasher.hash(device.text.utf8.span).hex
    return Place(
      folders: (String(digits.prefix(2)), String(digits.dropFirst(2).prefix(2))),
      file: "\(device).json", new: ".\(device).new")
  }

  private func folder(of place: Place, isMade: Bool) throws(FileError) -> FileDescriptor {
    let first = try FileDescriptor(folder: place.folders.0, in: root, isMade: isMade)
    return try FileDescriptor(folder: place.folders.1, in: first, isMade: isMade)
  }

  /// Writes the set beside the old one; false when the old one says the same.
  private func write(_ set: Span<UInt8>, at place: Place) throws(FileError) -> Bool {
    let folder = try folder(of: place, isMade: true)
    if Self.holds(folder, place.file, set) { return false }
    let file = try Self.make(place.new, in: folder)
    do throws(FileError) {
      try file.write(unsafe set.withUnsafeBufferPointer { unsafe Array($0) })
    } catch {
      try? folder.remove(place.new)
      throw error
    }
    return true
  }

  /// A file that was not there before: what a job that died left behind goes, and what somebody put
  /// there.
  private static func make(
    _ name: String, in folder: borrowing FileDescriptor
  ) throws(FileError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL
    do throws(FileError) {
      return try FileDescriptor(opening: name, in: folder, flags)
    } catch {
      guard error.errno == EEXIST else { throw error }
      try folder.remove(name)
      return try FileDescriptor(opening: name, in: folder, flags)
    }
  }

  private func publish(_ place: Place) throws(FileError) {
    let folder = try folder(of: place, isMade: false)
    do throws(FileError) {
      try folder.rename(place.new, to: place.file)
    } catch {
      try? folder.remove(place.new)
      throw error
    }
  }

  /// Whether the file is there, ours, and holds just these bytes.
  private static func holds(
    _ folder: borrowing FileDescriptor, _ name: String, _ set: Span<UInt8>
  ) -> Bool {
    guard let file = try? FileDescriptor(opening: name, in: folder, O_RDONLY | O_NONBLOCK),
      let status = try? file.status, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size == set.count
    else { return false }
    var bytes = [UInt8](repeating: 0, count: set.count)
    // A regular file gives all of it at once, or is written anew.
    guard let count = try? file.read(into: &bytes), count == set.count else { return false }
    for index in set.indices where bytes[index] != set[index] { return false }
    return true
  }

  /// - Throws: the error itself when it would be every device's.
  private func failure(_ device: Device.ID, _ error: FileError) throws(FileError) -> SetFailure {
    switch error.errno {
    case ENOSPC, EDQUOT, EROFS, EIO, EMFILE, ENFILE: throw error
    default: return SetFailure(device: device.text, message: "\(error.path): \(error.reason)")
    }
  }
}
