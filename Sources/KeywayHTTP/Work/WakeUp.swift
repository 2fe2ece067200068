internal import CLinux
internal import Glibc

/// Lets threads wait for others: each ``raise()`` lets one waiter through.
final class WakeUp: Sendable {
  let descriptor: CInt

  /// Nil when the system gives no descriptor.
  init?() {
    descriptor = eventfd(
      0, CInt(EFD_CLOEXEC | EFD_SEMAPHORE | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit {
    close(descriptor)
  }

  func raise(_ count: Int = 1) {
    guard count > 0 else { return }
    _ = eventfd_write(descriptor, eventfd_t(count))
  }

  /// Blocks until somebody raises it, for that many milliseconds at the most; -1 for no end.
  ///
  /// - Returns: whether somebody did.
  func wait(milliseconds: CInt = -1) -> Bool {
    var count: eventfd_t = 0
    repeat {
      if unsafe eventfd_read(descriptor, &count) == 0 { return true }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let status = unsafe poll(&entry, 1, milliseconds)
      if status == 0 { return unsafe eventfd_read(descriptor, &count) == 0 }
      if status < 0, errno != EINTR { return false }
    } while true
  }
}
