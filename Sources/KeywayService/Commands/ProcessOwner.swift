internal import Glibc
import KeywayCore
import Synchronization

/// This process as an owner of commands, known to others by a lock on a file beside the database:
/// `<database>-owner-<name>`.
///
/// The kernel releases the lock when the process ends in whatever way, so that an owner is dead
/// when its file is missing or can be locked.
package final class ProcessOwner: CommandOwners {
  private let name: String
  /// Nil in memory, where there is no other process.
  private let files: OwnerFiles?
  /// The open and locked file, once a command was about to be decided.
  private let file = Mutex<CInt?>(nil)

  /// Makes nothing yet.
  ///
  /// - Parameters:
  ///   - database: the path of an existing database, or `:memory:`.
  ///   - name: random, in the alphabet of ids, and never used before.
  package init(database: String, name: String) {
    self.name = name
    files = database == ":memory:" ? nil : OwnerFiles(database: database)
  }

  deinit { release() }

  /// The name; whoever asks is about to decide a command, so the file is made and locked.
  ///
  /// When that fails, others take this process for dead and close its commands, which are then not
  /// sent: a command is read again before it is.
  package var own: String {
    file.withLock { file in
      if file == nil { file = makeFile() }
    }
    return name
  }

  package func isAlive(_ owner: String) -> Bool {
    if owner.utf8.elementsEqual(name.utf8) { return true }
    return files?.isAlive(owner, removingDead: true) ?? false
  }

  /// Ends this process as an owner and removes its file. To be called when no command is left.
  package func release() {
    file.withLock { file in
      guard let open = file, let files else { return }
      // Removed before it is unlocked: nobody can find it unlocked.
      _ = unsafe unlink(files.path(of: name))
      Glibc.close(open)
      file = nil
    }
  }

  private func makeFile() -> CInt? {
    guard let path = files?.path(of: name) else { return nil }
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      _ = unsafe unlink(path)
      Glibc.close(file)
      return nil
    }
    return file
  }
}
