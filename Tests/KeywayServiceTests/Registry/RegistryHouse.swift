import Foundation
import KeywayCore
import KeywaySQLite
import KeywayStore
import Synchronization

@testable import KeywayService

/// A store of one test's own, a clock that stands still, randomness from a seed, and the registry
/// on them.
final class RegistryHouse: Sendable {
  enum Place: String, Sendable, CaseIterable {
    case memory, disk
  }

  let store: any Store
  let environment: ServiceEnvironment
  let registry: RegistryService
  let actor = Actor(name: "user:1000")
  private let folder: String

  init(_ place: Place = .memory, seed: UInt64 = 1) throws {
    folder = NSTemporaryDirectory() + "keyway-\(UUID().uuidString)"
    let path: String
    switch place {
    case .memory: path = ":memory:"
    case .disk:
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      path = folder + "/keyway.db"
    }
    let state = Mutex(seed)
    let random: @Sendable (Int) -> [UInt8] = { count in
      state.withLock { state in
        (0..<count).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(truncatingIfNeeded: state >> 56)
        }
      }
    }
    let now = Timestamp(milliseconds: 1_772_438_400_000)
    store = try SQLiteStore(path: path, now: now, random: random)
    environment = ServiceEnvironment(
      store: store, now: { now }, random: random,
      zones: TimeZones(version: "test") { name in
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { Array($0) }
      })
    registry = RegistryService(environment: environment)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @discardableResult
  func load(_ text: String, dryRun: Bool = false) throws -> ImportReport {
    try registry.importSite(SiteFile(parsing: Array(text.utf8)), actor: actor, dryRun: dryRun)
  }

  func export() throws -> String {
    String(decoding: try registry.export(), as: UTF8.self)
  }

  func show(_ list: RegistryList, _ id: String) throws -> String {
    try registry.show(list, id).object.text
  }

  func logSize() throws -> Int64 {
    try store.read { reader in try reader.logSize() }
  }

  /// The entries of the log from `first` on.
  func entries(from first: Int64 = 0) throws -> [JSONObject] {
    var entries: [JSONObject] = []
    try store.read { reader in
      try reader.forEachEntry(from: first, to: reader.logSize()) { entry in
        let body = entry.body ?? []
        let value = try JSONValue(parsing: body.span)
        if case .object(let object) = value { entries.append(object) }
      }
    }
    return entries
  }

  /// One of everything.
  static let site = """
    {"keyway":1,
     "doors":[{"id":"front","name":"Front door","site":"Head office","timeZone":"Asia/Tokyo",
       "exceptions":["2026-05-06","2026-05-05"],"lock":{"driver":"simulator"},
       "localizations":{"ja":{"site":"本社"}}},
      {"id":"back","name":"Back door","timeZone":"Europe/Berlin","confirm":"links"}],
     "holders":[{"id":"h1","name":"Aoi"},{"id":"h2","name":"Ben"}],
     "devices":[{"id":"phone-1","holder":"h1","language":"ja"},
      {"id":"phone-2","platform":"android","shortcutLimit":"all"}],
     "keys":[{"id":"k1","door":"front","holder":"h1","name":"Front","validFrom":"2026-03-01T00:00:00Z",
       "schedule":[{"days":["mon","tue"],"from":"08:00","until":"18:00"}],"maxUses":5,"rank":2,
       "shortcut":{"subtitle":null,"icon":{"type":"home"},"userInfo":{"n":{"$real":"1.0"}}},
       "localizations":{"ja":{"name":"正面玄関","subtitle":null},"pt-BR":{"name":"Frente"},"x-a":{}}},
      {"id":"k2","door":"back","name":"Back"},
      {"id":"k3","door":"back","holder":"h2","name":"Old","state":"revoked"}],
     "actions":[{"type":"search","title":"Search","subtitle":"","icon":{"type":"search"},
       "screen":"search","static":true,
       "localizations":{"de":{"title":"Suche","subtitle":""}}}]}
    """
}

extension JSONObject {
  /// Canonical.
  var text: String { String(decoding: CanonicalJSON.bytes(of: .object(self)), as: UTF8.self) }

  static func parsing(_ text: String) throws -> JSONObject {
    let bytes = Array(text.utf8)
    guard case .object(let object) = try JSONValue(parsing: bytes.span) else {
      throw CocoaError(.coderReadCorrupt)
    }
    return object
  }
}
