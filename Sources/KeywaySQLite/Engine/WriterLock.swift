internal import Glibc
import KeywayStore

/// The advisory lock beside a database, `<database>-lock`, under which all writes and checkpoints
/// of all processes run. One instance belongs to one pool, which serialises its threads.
///
/// The kernel releases it when its holder dies. It must not be held while anything but the
/// database is waited for.
final class WriterLock {
  private let path: String
  private var descriptor: CInt = -1
  private var sign = WaitingSign()
  /// While it is held, the terminal cannot stop the process: who is stopped gives nothing back.
  private var pause = PauseGuard()

  /// Names the lock; its file is made when it is first taken. `database` is the path with symbolic
  /// links resolved, so that all who write to one file find one lock.
  init(database: String) {
    path = database + "-lock"
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes the lock. Blocks until the deadline, but tries at least once; then throws `busy`.
  func acquire(by deadline: Deadline) throws(StoreError) {
    var interval: Int64 = 50
    var slept: Int64 = 0
    defer { sign.lower(descriptor) }
    while true {
      if descriptor < 0 { descriptor = try open() }
      pause.begin()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if isStillThere { return }
        pause.end()
        // Somebody removed the file: the next process will make another one, so we do, too.
        close(descriptor)
        descriptor = -1
        continue
      }
      let problem = errno
      pause.end()
      switch problem {
      case EINTR: continue
      case EWOULDBLOCK: break
      default: throw StoreError(errno: problem, "the writer lock \(path) could not be taken")
      }
      if deadline.hasPassed { throw busy }
      sign.raise(descriptor)
      deadline.sleep(microseconds: interval)
      slept += interval
      // Most commits are over soon; who keeps the lock for longer is not worth looking at so often.
      interval = min(interval * 2, slept < 20_000 ? 250 : 2000)
    }
  }

  /// Lets those go first who wait for the lock; for work that nobody waits for. Blocks for as long
  /// as there are any, but not beyond the deadline.
  ///
  /// - Returns: whether there were any.
  func letOthersPass(until deadline: Deadline) throws(StoreError) -> Bool {
    if descriptor < 0 { descriptor = try open() }
    guard WaitingSign.isRaised(descriptor) else { return false }
    repeat {
      deadline.sleep(microseconds: 100)
    } while WaitingSign.isRaised(descriptor) && !deadline.hasPassed
    return true
  }

  /// Gives the lock back; harmless when it is not held.
  func release() {
    if descriptor >= 0 { _ = flock(descriptor, LOCK_UN) }
    pause.end()
  }

  private var busy: StoreError {
    StoreError(.busy, "another process is writing to the database, try again (lock \(path))")
  }

  private var isStillThere: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private func open() throws(StoreError) -> CInt {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "the writer lock \(path) does not open")
    }
    return descriptor
  }
}
