import CBenchmark
import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// From the texts of phones' tokens to who they are, in the batches in which taps come.
struct TokenBenchmark {
  private static let now = Timestamp(milliseconds: 1_772_438_400_000)
  private static let batch = 64

  let report: BenchmarkReport

  func run() throws {
    let path = "\(report.options.directory)/keyway-benchmark-tokens.db"
    unsafe benchmark_remove(path)
    defer { unsafe benchmark_remove(path) }
    let store = try SQLiteStore(path: path, now: Self.now) { [UInt8](repeating: 5, count: $0) }
    var generator = BenchmarkGenerator(seed: 21)
    let texts = try Self.fill(store, count: report.options.isQuick ? 10_000 : 100_000, &generator)
    let asked = (0..<(report.options.isQuick ? 100 : 2_000)).map { _ in
      (0..<Self.batch).map { _ in texts[generator.below(texts.count)] }
    }
    let service = TokenService(
      environment: ServiceEnvironment(
        store: store, now: { Self.now }, random: { [UInt8](repeating: 5, count: $0) },
        zones: TimeZones(version: "none") { _ in nil }))
    let joined = asked.map { batch in Array(batch.joined()).map { CChar(bitPattern: $0) } }
    let bare = unsafe benchmark_tokens_open(path)
    defer { unsafe benchmark_tokens_close(bare) }
    var (found, foundBare) = (0, 0)
    try report.pair("tokens", operations: asked.count * Self.batch) {
      for batch in asked { found += try service.authenticate(batch).count { $0 != nil } }
    } bare: {
      for batch in joined {
        foundBare += unsafe benchmark_tokens_authenticate(
          bare, batch, Self.batch, Self.now.milliseconds)
      }
    }
    guard found == foundBare, found > 0 else {
      throw BenchmarkError("tokens: \(found) hold, and \(foundBare) in C")
    }
  }

  /// The texts of tokens of as many phones.
  private static func fill(
    _ store: SQLiteStore, count: Int, _ generator: inout BenchmarkGenerator
  ) throws -> [[UInt8]] {
    var texts: [[UInt8]] = []
    let hasher = SHA256Hasher()
    for start in stride(from: 0, to: count, by: 10_000) {
      let secrets = (start..<start + 10_000).map { _ in
        TokenSecret(random: (0..<32).map { _ in UInt8(generator.below(256)) })
      }
      try store.write { tx in
        for (number, secret) in zip(start..., secrets) {
          let text = Array(secret.text.utf8)
          texts.append(text)
          let device = Device(
            id: SetSite.device(number), state: number % 50 == 0 ? .suspended : .active)
          try tx.save(devices: [
            DeviceRecord(device: device, pseudonym: "d\(number)", secret: text)
          ])
          let token = Token(
            id: Token.ID(trusted: "t\(number)"), role: .device, device: device.id, issuedAt: now)
          let pseudonym = GeneratedIdentifier.text(at: now, random: Array(text.suffix(10)))
          try tx.add(
            TokenRecord(token: token, pseudonym: pseudonym, secret: text),
            secretDigest: hasher.hash(text.span))
        }
      }
    }
    return texts
  }
}
