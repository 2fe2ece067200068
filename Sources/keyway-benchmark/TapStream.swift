import CBenchmark
import KeywayCore
import KeywayService
import KeywayStore

/// Taps as they come, in batches, for both sides: half of them items, a few that are refused, and
/// one in a hundred that repeats an earlier one.
@safe final class TapStream {
  /// The taps of one transaction and when they are decided.
  @safe struct Batch {
    let now: Int64
    let taps: [TapRequest]
    let bare: [benchmark_tap]
  }

  let texts = ForeignTexts()
  private(set) var batches: [Batch] = []
  private var generator = BenchmarkGenerator(seed: 15)
  private var earlier: [(TapRequest, benchmark_tap)]

  /// - Parameter interval: how much later each batch is, in milliseconds.
  init(site: TapSite, batches count: Int, size: Int, interval: Int64) {
    unsafe earlier = []
    for index in 0..<count {
      let now = TapSite.start + 1_000 + Int64(index) * interval
      let taps = unsafe (0..<size).map { _ in unsafe tap(site, now: now) }
      unsafe earlier = taps
      batches.append(
        unsafe Batch(now: now, taps: unsafe taps.map(\.0), bare: unsafe taps.map(\.1)))
    }
  }

  private func tap(_ site: TapSite, now: Int64) -> (TapRequest, benchmark_tap) {
    if unsafe !earlier.isEmpty, generator.below(100) == 0 {
      return unsafe earlier[generator.below(earlier.count)]
    }
    let place = generator.below(site.keys.count)
    let key = site.keys[place].id.text
    let stranger = generator.below(30) == 0
    let holder = stranger ? generator.below(5_000) : site.holder(ofKey: place)
    let device = generator.below(20) == 0 ? nil : site.deviceOf(holder: holder)
    let (payload, channel) = delivery(of: key)
    let request = TapRequest(
      tap: TapIdentity(
        sender: device.map { "device:\($0)" } ?? "user:0", id: generator.id(at: now)),
      device: device, payload: payload, channel: channel,
      tappedAt: Timestamp(milliseconds: now - Int64(generator.below(5_000))))
    return unsafe (request, bare(request))
  }

  private func delivery(of key: String) -> (TapPayload, TapChannel) {
    switch generator.below(6) {
    case 0: (.link(Array("keyway://unlock/\(key)".utf8)), .openURL)
    case 1: (.link(Array("xxx/\(key)".utf8)), .nfc)
    case 2: (.link(Array("https://unlock.example.com/u/\(key)".utf8)), .userActivity)
    default: (.item(type: key, userInfo: .empty), .scenePerformAction)
    }
  }

  private func bare(_ tap: TapRequest) -> benchmark_tap {
    var bare = unsafe benchmark_tap()
    unsafe bare.id = texts.add(tap.tap.id.utf8)
    unsafe bare.sender = texts.add(tap.tap.sender.utf8)
    if let device = tap.device { unsafe bare.device = texts.add(device.utf8) }
    unsafe bare.channel = texts.add(tap.channel.rawValue.utf8)
    unsafe bare.tapped_at = tap.tappedAt.milliseconds
    switch tap.payload {
    case .link(let bytes): unsafe bare.payload = texts.add(bytes)
    case .item(let type, _):
      unsafe bare.payload = texts.add(type.utf8)
      unsafe bare.is_item = true
    }
    return unsafe bare
  }
}
