internal import Synchronization

/// The body of an answer that is made while it is sent: one thread writes, the transport reads.
package final class HTTPStream: Sendable {
  /// The reader has gone, or was too slow.
  package struct Closed: Error {
    package init() {}
  }

  package init() {}
}
