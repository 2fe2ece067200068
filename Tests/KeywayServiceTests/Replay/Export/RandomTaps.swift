import KeywayCore
import KeywayStore

@testable import KeywayService

/// Taps of all kinds, at random.
struct RandomTaps {
  private var count = 0
  private var earlier: [TapIdentity] = []

  mutating func next(now: Timestamp, using random: inout SeededGenerator) -> TapRequest {
    count += 1
    let device = device(using: &random)
    let sender = device.map { "device:\($0)" } ?? "user:\(Int.random(in: 0...1, using: &random))"
    let payload = Self.payload(isOnPhone: device != nil, using: &random)
    let tap = identity(sender, device, now, using: &random)
    earlier.append(tap)
    let channels: [TapChannel] =
      if case .item = payload { [.scenePerformAction, .launchOptions, .http] } else {
        [.openURL, .qr, .http, .configurationForConnecting, .willConnectTo]
      }
    let list: Int64? = [nil, nil, 0, 1, 7].randomElement(using: &random) ?? nil
    return TapRequest(
      tap: tap, device: device, payload: payload,
      channel: channels.randomElement(using: &random) ?? .http,
      tappedAt: Self.instant(now, using: &random),
      isConfirmed: Int.random(in: 0..<3, using: &random) == 0, listVersion: list)
  }

  private func device(using random: inout SeededGenerator) -> String? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: "ghost"
    case 1..<5: nil
    case 5..<14: ["p0", "p1", "p2"].randomElement(using: &random)
    default: RandomRegistry.devices.randomElement(using: &random)
    }
  }

  private func identity(
    _ sender: String, _ device: String?, _ now: Timestamp, using random: inout SeededGenerator
  ) -> TapIdentity {
    let id: String
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<2: id = "\(device ?? "x")-\(now.milliseconds)-\(count)"
    case 2: id = "\(device ?? "x").\(count)"
    case 3: id = "app-\(now.milliseconds)-\(count)"
    case 4..<7: return earlier.last { $0.sender == sender } ?? TapIdentity(sender: sender, id: "a")
    default: id = device == nil ? "u\(Int.random(in: 0..<9, using: &random))" : "t\(count)"
    }
    return TapIdentity(sender: sender, id: id)
  }

  private static func instant(
    _ now: Timestamp, using random: inout SeededGenerator
  ) -> Timestamp {
    let age: Int64 =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: -1
      case 1: 30_001
      case 2: Int64.random(in: 30_002...900_000_000, using: &random)
      case 3: 30_000
      case 4..<8: Int64.random(in: 1...30_000, using: &random)
      case 8..<11: Int64.random(in: 1...300, using: &random)
      default: 0
      }
    return Timestamp(milliseconds: now.milliseconds - age)
  }

  static let oddLinks = [
    "", "xxx/", "xxx/a/b", "xxx/a b", "xxx/k1?x", "xxx/k1#x", "keyway://me@unlock/k1",
    "xxx/k\u{E9}",
    "nonsense", "mailto:k1", "xxx/none", "keyway://unlock/none", "keyway://open/none",
    "keyway://open/search", "keyway://open/old-action", "https://door.example/u/none",
    "https://door.example/u/none?utm_source=a&gclid=b", "https://door.example/u/none?sig=x",
    "https://other.example/u/k1", "xxx/\u{7}\\", "xxx/d0", "keyway://unlock/d1",
    "xxx/" + String(repeating: "a", count: 300), String(repeating: "b", count: 3_000),
  ]
  static let oddTypes = [
    "search", "New Message", "old action", "nothing", "who?", "a@b", "d0", "k\u{E9}",
    String(repeating: "t", count: 300),
  ]

  private static func payload(
    isOnPhone: Bool, using random: inout SeededGenerator
  ) -> TapPayload {
    let key = RandomRegistry.keys.randomElement(using: &random) ?? ""
    switch Int.random(in: isOnPhone ? 0..<24 : 10..<24, using: &random) {
    case 0..<9: return .item(type: key, userInfo: .empty)
    case 9: return .item(type: oddTypes.randomElement(using: &random) ?? "", userInfo: .empty)
    case 10: return .link([0x78, 0xFF])
    case 11..<15: return .link(Array((oddLinks.randomElement(using: &random) ?? "").utf8))
    case 15: return .link(Array("https://door.example/u/\(key)?exp=1&sig=x".utf8))
    case 16: return .link(Array("HTTPS://Door.Example/u/\(key)?utm_id=1".utf8))
    case 17: return .link(Array("https://door.example/u/\(key)".utf8))
    case 18..<21: return .link(Array("keyway://unlock/\(key)".utf8))
    default: return .link(Array("xxx/\(key)".utf8))
    }
  }
}
