import Foundation
import Testing

/// Tests of the whole program, as processes, under stress and in bad conditions. One after the
/// other, because each keeps the machine busy.
///
/// Each runs a part of its size unless the environment has `KEYWAY_SOAK=1`. Random choices come
/// from a seed that failures print, and that `KEYWAY_SEED` sets.
@Suite(.serialized) enum Campaigns {
  static let isWhole = ProcessInfo.processInfo.environment["KEYWAY_SOAK"] == "1"

  /// How often something is done: `whole` in a soak, else `part`.
  static func count(_ part: Int, whole: Int) -> Int { isWhole ? whole : part }
}
