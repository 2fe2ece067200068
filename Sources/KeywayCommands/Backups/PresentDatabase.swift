import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// The database in whose place a copy is to go, as far as there is one that can be opened.
final class PresentDatabase {
  /// Nil when there is none, or it cannot be opened.
  private(set) var store: RestoreService.Present?
  /// What is wrong with it, or nil.
  let damage: String?

  /// - Throws: `StoreError` when there is something that is not a damaged database of ours.
  init(_ path: String, in context: KeywayContext) throws {
    var options = SQLiteStore.Options()
    options.createsFile = false
    do throws(StoreError) {
      let random = SystemRandom()
      let store = try SQLiteStore(
        path: path, options: options, now: SystemClock.now(), random: { random.bytes($0) })
      let environment = context.environment(over: store)
      damage = try Self.damage(in: environment)
      self.store = RestoreService.Present(environment, isDamaged: damage != nil)
    } catch {
      store = nil
      damage = try Self.damage(error)
    }
  }

  /// Ends all that this process has open of it.
  func letGo() { store = nil }

  private static func damage(in environment: ServiceEnvironment) throws(StoreError) -> String? {
    do {
      let damage = try environment.store.read { reader in try reader.damage() }
      if let first = damage.first { return first }
      if case .failed(_, let words) = try AuditService(environment: environment).verifyHead() {
        return words
      }
      return nil
    } catch {
      guard let error = error as? StoreError else { return "\(error)" }
      guard error.code == .corrupt || error.code == .constraint else { throw error }
      return error.message
    }
  }

  /// Nil when there is nothing at the path.
  private static func damage(_ error: StoreError) throws(StoreError) -> String? {
    switch error.code {
    case .notFound: return nil
    case .corrupt, .migrationMismatch, .constraint: return error.message
    // Only where the engine itself finds no database: another program's is not ours to move.
    case .notADatabase where error.engineCode != nil: return error.message
    default: throw error
    }
  }
}
