internal import Glibc

/// Keeps SIGTSTP, which Ctrl-Z sends, from the thread for a while; it comes when that is over.
///
/// The signal may go to any thread of a process, so that those that wait for a thread which writes
/// keep it off themselves.
struct PauseGuard {
  private var before: sigset_t?

  /// Harmless when it has begun already.
  mutating func begin() {
    guard before == nil else { return }
    var pause = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&pause)
    unsafe sigaddset(&pause, SIGTSTP)
    guard unsafe pthread_sigmask(SIG_BLOCK, &pause, &old) == 0 else { return }
    before = old
  }

  /// To be called by the same thread; harmless when it has not begun.
  mutating func end() {
    guard var old = before else { return }
    before = nil
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
