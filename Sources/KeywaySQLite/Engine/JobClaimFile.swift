internal import Glibc
import KeywayStore

/// The lock on a file beside a database by which one process at a time does a job:
/// `<database>-<job>`. The kernel releases it when the process ends in whatever way.
final class JobClaimFile: JobClaim {
  private let file: CInt

  /// - Parameter database: the path with symbolic links resolved.
  /// - Throws: `busy` when another process does the job.
  init(database: String, job: String) throws(StoreError) {
    let path = "\(database)-\(job)"
    file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw StoreError(errno: errno, "the file \(path) does not open")
    }
    // The file stays: one that was removed and made again would be two.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(file)
      guard number == EWOULDBLOCK else {
        throw StoreError(errno: number, "the file \(path) could not be locked")
      }
      throw StoreError(.busy, "another process does this job; try again when it has ended")
    }
  }

  deinit { close(file) }
}
