import Glibc

/// Names in an open folder. Links are not followed, so that whoever may write into the folder leads
/// nobody out of it.
extension FileDescriptor {
  /// Opens what has that name in the folder; a symbolic link is an error.
  init(
    opening name: String, in folder: borrowing FileDescriptor, _ flags: Int32,
    mode: mode_t = 0o666
  ) throws(FileError) {
    var number: Int32
    repeat {
      number = unsafe openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw folder.failure(errno, name) }
    self.init(number: number, path: folder.path(of: name))
  }

  /// Opens a folder in the folder.
  ///
  /// - Parameter isMade: whether it is made where it is missing.
  init(
    folder name: String, in folder: borrowing FileDescriptor, isMade: Bool
  ) throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY
    do throws(FileError) {
      self = try FileDescriptor(opening: name, in: folder, flags)
    } catch {
      guard isMade, error.errno == ENOENT else { throw error }
      guard unsafe mkdirat(folder.number, name, 0o777) == 0 || errno == EEXIST else {
        throw .system(errno, folder.path(of: name))
      }
      self = try FileDescriptor(opening: name, in: folder, flags)
    }
  }

  /// Takes away what has that name and is no folder.
  borrowing func remove(_ name: String) throws(FileError) {
    guard unsafe unlinkat(number, name, 0) == 0 else { throw failure(errno, name) }
  }

  /// Gives a file another name, which it takes from the file that has it.
  borrowing func rename(_ name: String, to other: String) throws(FileError) {
    guard unsafe renameat(number, name, number, other) == 0 else { throw failure(errno, other) }
  }

  private borrowing func path(of name: String) -> String { "\(path)/\(name)" }

  /// The system's error, in plainer words when a link is in the way.
  private borrowing func failure(_ error: Int32, _ name: String) -> FileError {
    guard error == ELOOP || error == ENOTDIR, isLink(name) else {
      return .system(error, path(of: name))
    }
    return FileError(
      .notRegular, path: path(of: name), reason: "is a symbolic link, which is not followed",
      errno: ELOOP)
  }

  private borrowing func isLink(_ name: String) -> Bool {
    var status = stat()
    return unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }
}
