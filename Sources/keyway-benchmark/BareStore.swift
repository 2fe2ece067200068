import CBenchmark
import KeywayCore

/// The C side's connection to its copy of the database.
@safe final class BareStore {
  private let store: OpaquePointer?

  /// - Parameter texts: has to live as long as this.
  init(path: String, links: LinkConfiguration, texts: ForeignTexts, seed: UInt64) {
    var router = unsafe texts.router(links)
    unsafe store = benchmark_store_open(path, &router, TapSite.day, seed)
  }

  deinit {
    unsafe benchmark_store_close(store)
  }

  /// How many of the taps were granted.
  func decide(_ batch: TapStream.Batch) -> Int {
    unsafe benchmark_store_decide(store, batch.bare, batch.bare.count, batch.now)
  }

  func checkpoint() {
    unsafe benchmark_store_checkpoint(store)
  }

  /// SHA-256 over the rows that taps write.
  static func digest(ofRowsAt path: String) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe benchmark_store_digest(path, TapSite.day, &digest)
    return digest
  }
}
