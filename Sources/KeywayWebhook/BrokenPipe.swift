internal import Glibc

/// Keeps a peer that went away from ending the process.
enum BrokenPipe {
  /// Runs the body while this thread holds SIGPIPE back, which OpenSSL's writes raise; one that
  /// the body raised is forgotten. Other threads go on as they were.
  static func held<T>(_ body: () -> T) -> T {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    guard unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0 else { return body() }
    let result = body()
    if !wasPending {
      var none = timespec()
      while unsafe sigtimedwait(&pipe, nil, &none) == -1, errno == EINTR {}
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }
}
