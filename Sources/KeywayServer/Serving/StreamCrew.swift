import KeywayHTTP
import KeywayService

/// Makes the bodies of long answers, each on a thread of its own, so that they keep none of those
/// that answer others.
final class StreamCrew: Sendable {
  /// How many are made at a time.
  private static let most = 8

  private let crew = Crew(size: StreamCrew.most, queue: StreamCrew.most)
  private let open = Monitor<[ObjectIdentifier: HTTPStream]>([:])
  private let failed: @Sendable (any Error) -> Void

  /// - Parameter failed: told why a body was given up, unless it is that its reader has gone.
  init(failed: @escaping @Sendable (any Error) -> Void) {
    self.failed = failed
  }

  /// Has a body made, which ends when the work does; nil, and nothing done, when too many are being
  /// made. Does not block.
  ///
  /// - Parameter work: may block; when it throws, the reader is told that something is missing.
  func run(_ work: @escaping @Sendable (HTTPStream) throws -> Void) -> HTTPStream? {
    let stream = HTTPStream()
    let isRoom = open.change { open in
      guard open.count < Self.most else { return false }
      open[ObjectIdentifier(stream)] = stream
      return true
    }
    guard isRoom else { return nil }
    let isTaken = crew.run { [self] in
      do {
        try work(stream)
        stream.finish()
      } catch {
        stream.abort()
        if !(error is HTTPStream.Closed) { failed(error) }
      }
      forget(stream)
    }
    if !isTaken { forget(stream) }
    return isTaken ? stream : nil
  }

  /// Begins nothing more, waits half of the time for what was begun, and gives up the rest. Blocks.
  ///
  /// - Returns: whether nothing had to be given up.
  func finish(within limit: Duration) -> Bool {
    if crew.finish(within: limit / 2) { return true }
    for stream in open.wait(for: { Array($0.values) }) ?? [] { stream.abort() }
    _ = crew.finish(within: limit / 2)
    return false
  }

  private func forget(_ stream: HTTPStream) {
    open.change { _ = $0.removeValue(forKey: ObjectIdentifier(stream)) }
  }
}
