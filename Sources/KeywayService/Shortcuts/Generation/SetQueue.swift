import KeywayCore
import KeywayStore

/// The devices whose sets are looked at, some at a time.
struct SetQueue {
  enum Selection {
    /// Every device that is not removed, by id.
    case all
    /// Those that may lack something, where ``KeywayStore/SetSweep`` tells.
    case due
  }

  /// So many at a time: enough that a commit is shared, few enough that nobody waits for long.
  static let batch = 256

  private let selection: Selection
  private let instant: Timestamp
  private var last: SetPlace?

  /// - Parameter instant: at which devices are due.
  init(_ selection: Selection, at instant: Timestamp) {
    self.selection = selection
    self.instant = instant
  }

  /// The next ones, or nil when there are no more.
  mutating func next<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [SetSource]? {
    let sources =
      switch selection {
      case .all: try reader.setSources(after: last?.device, limit: Self.batch)
      case .due: try reader.dueSetSources(at: instant, after: last, limit: Self.batch)
      }
    guard let end = sources.last else { return nil }
    last = end.place
    return sources
  }
}
