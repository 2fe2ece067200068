package import KeywayStore
import Synchronization

/// Reads the settings in every transaction, so that an edit counts for the next tap, and builds
/// the router anew only when they have changed.
package final class SettingsCache: Sendable {
  private let last = Mutex<(stored: [String: String], settings: ServiceSettings)?>(nil)

  package init() {}

  /// The settings as they stand in this transaction.
  ///
  /// - Throws: ``StoreError``, or ``SettingError`` for a stored value that cannot be used.
  package func settings<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> ServiceSettings {
    try settings(of: reader.settings())
  }

  func settings(of stored: [String: String]) throws(SettingError) -> ServiceSettings {
    if let last = last.withLock({ $0 }), last.stored == stored { return last.settings }
    let settings = try ServiceSettings(stored)
    last.withLock { $0 = (stored, settings) }
    return settings
  }
}
