import Glibc

/// Writes whole files.
enum FileOutput {
  /// Replaces the file, or makes it, so that any crash leaves the old bytes or the new ones.
  ///
  /// Links are followed and permissions kept. Returns when the bytes have reached the disk.
  ///
  /// - Parameter isPrivate: whether a file that is made is for its owner only.
  static func replace(
    _ path: String, with bytes: [UInt8], isPrivate: Bool = false
  ) throws(FileError) {
    do {
      try replace(path, isPrivate: isPrivate) { try $0.write(bytes) }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.inputOutput, path: path, reason: "\(error)")
    }
  }

  /// The same for bytes that come piece by piece, which are never held together.
  ///
  /// - Throws: ``FileError``, or what the body throws; the file is then what it was.
  static func replace(
    _ path: String, isPrivate: Bool = false, _ body: (ByteWriter) throws -> Void
  ) throws {
    do {
      let target = try destination(path)
      let mode = try permissions(of: target) ?? (isPrivate ? 0o600 : nil)
      // Opened first: a folder that cannot be synchronised is found out before anything is done.
      let folder = try FileDescriptor(opening: folder(of: target), O_RDONLY | O_DIRECTORY)
      let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      try write(to: "\(target).\(suffix)", as: target, mode: mode, body)
      try folder.synchronise()
    } catch let error as FileError {
      throw forWriting(error, path)
    }
  }

  /// The error as one of writing to a path: a file where a folder should be is not missing, and what
  /// is no file is no bad data.
  private static func forWriting(_ error: FileError, _ path: String) -> FileError {
    let code =
      error.code == .notRegular || error.errno == ENOTDIR ? FileError.Code.inputOutput : error.code
    return FileError(code, path: path, reason: error.reason, errno: error.errno)
  }

  private static func write(
    to temporary: String, as target: String, mode: mode_t?, _ body: (ByteWriter) throws -> Void
  ) throws {
    let writer = ByteWriter(
      try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL))
    do {
      if let mode { try writer.setPermissions(mode) }
      try body(writer)
      try writer.synchronise()
      guard unsafe rename(temporary, target) == 0 else { throw FileError.system(errno, target) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  /// Makes the folders that lead to a file, as far as they are missing.
  static func makeFolders(of path: String) throws(FileError) {
    var end = path.utf8.startIndex
    while let slash = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) {
      end = slash
      let folder = String(path[..<slash])
      guard unsafe mkdir(folder, 0o755) != 0, errno != EEXIST else { continue }
      throw forWriting(.system(errno, folder), folder)
    }
  }

  /// Removes a file of this program's own making; one that is not there is no matter.
  static func remove(_ path: String) {
    _ = unsafe unlink(path)
  }

  /// The file behind a link, or the path itself when there is none yet.
  private static func destination(_ path: String) throws(FileError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      if errno == ENOENT { return path }
      throw .system(errno, path)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Nil when the file does not exist.
  private static func permissions(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno, path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.notRegular, path: path, reason: "is not a regular file")
    }
    return status.st_mode & 0o7777
  }

  private static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
