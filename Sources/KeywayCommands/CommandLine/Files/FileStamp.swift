import Glibc

/// What the file system says of a file, which tells one state of it from another.
struct FileStamp {
  /// Device, number, size, and the instants of the last change of the content and of all else, in
  /// nanoseconds.
  let state: [Int64]
  /// When anything of the file changed last, in seconds since 1970.
  let changed: Int

  /// Nil when there is no such file. Follows symbolic links; opens nothing.
  init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
    state = [
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
      Int64(status.st_size), Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim),
    ]
    changed = status.st_ctim.tv_sec
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
