internal import Glibc

/// Connections that were answered before their request had come whole.
///
/// Closing one while its client still sends makes the system throw the answer away that the client
/// has not read yet (RFC 9112, section 9.6): so what comes is read and forgotten for a while.
struct LingeringSockets {
  private struct Entry {
    let descriptor: CInt
    let deadline: Int64
    var rest: Int
  }

  private var entries: [Entry] = []

  mutating func add(_ descriptors: [CInt]) {
    for descriptor in descriptors {
      guard entries.count < Self.most else {
        Self.close([descriptor])
        continue
      }
      shutdown(descriptor, CInt(SHUT_WR))
      entries.append(
        Entry(
          descriptor: descriptor, deadline: CoarseClock.now + Self.patience, rest: Self.bytes))
    }
  }

  /// Waits that long and reads what comes meanwhile. Blocks.
  ///
  /// - Returns: whether the wake-up came.
  mutating func wait(for wakeUp: WakeUp, milliseconds: Int64) -> Bool {
    var places = entries.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    places.append(pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0))
    _ = unsafe poll(&places, nfds_t(places.count), CInt(clamping: milliseconds))
    if places.removeLast().revents != 0 { return true }
    let now = CoarseClock.now
    var left: [Entry] = []
    for (var entry, place) in zip(entries, places) {
      if now < entry.deadline, place.revents == 0 || Self.drain(&entry) {
        left.append(entry)
      } else {
        Self.close([entry.descriptor])
      }
    }
    entries = left
    return false
  }

  mutating func closeAll() {
    Self.close(entries.map(\.descriptor))
    entries = []
  }

  static func close(_ descriptors: [CInt]) {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  /// Whether more may come.
  private static func drain(_ entry: inout Entry) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while entry.rest > 0 {
      let count = unsafe recv(entry.descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      entry.rest -= count
    }
    return false
  }

  private static var most: Int { 64 }
  /// In milliseconds.
  private static var patience: Int64 { 3000 }
  private static var bytes: Int { 64 << 20 }
}
