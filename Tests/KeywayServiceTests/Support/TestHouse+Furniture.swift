import Foundation
import KeywayCore
import KeywayStore
import Synchronization

@testable import KeywayService

/// What `furnish()` makes, to be changed before it is saved.
struct Furniture: Sendable {
  var door = Door(
    id: .front, name: "Front", site: "Home", timeZone: "Europe/Berlin",
    lock: ["driver": .string("simulator")])
  var holder = Holder(id: .kim, name: "Kim")
  var device = Device(id: .phone, holder: .kim)
  var key = Key(id: .own, door: .front, holder: .kim, name: "Front")
  var uses: Int64 = 0
}

extension TestHouse {
  static let secret = [UInt8](repeating: 7, count: 32)

  func save(_ furniture: Furniture) throws {
    let secret = Self.secret
    try store.write { tx in
      try tx.save(doors: [DoorRecord(door: furniture.door, secret: secret)])
      try tx.save(holders: [
        HolderRecord(holder: furniture.holder, pseudonym: "p-kim", secret: secret)
      ])
      try tx.save(devices: [
        DeviceRecord(device: furniture.device, pseudonym: "p-phone", secret: secret)
      ])
      try tx.save(keys: [KeyRecord(key: furniture.key, uses: furniture.uses, secret: secret)])
    }
  }

  func addKey(_ id: String, edit: (inout Key) -> Void = { _ in }) throws {
    var key = Key(id: Key.ID(trusted: id), door: .front, holder: .kim, name: id)
    edit(&key)
    try store.write { tx in try tx.save(keys: [KeyRecord(key: key, uses: 0, secret: Self.secret)]) }
  }

  /// Another phone of the one holder.
  func addPhone(_ id: String) throws {
    let phone = Device(id: Device.ID(trusted: id), holder: .kim)
    try store.write { tx in
      try tx.save(devices: [
        DeviceRecord(device: phone, pseudonym: "p-\(id)", secret: Self.secret)
      ])
    }
  }

  func addAction(_ type: String, edit: (inout Action) -> Void = { _ in }) throws {
    var action = Action(type: ActionType(trusted: type), title: type, screen: "screen of \(type)")
    edit(&action)
    try store.write { tx in
      try tx.save(actions: [ActionRecord(action: action, secret: Self.secret)])
    }
  }

  func set(_ setting: String, to value: String?) throws {
    try store.write { tx in try tx.setSetting(setting, to: value) }
  }

  /// How many uses of the one key were charged.
  func uses(of key: Key.ID = .own) throws -> Int64 {
    try store.read { reader in try present(reader.keys([key])[0]).uses }
  }

  func command(_ id: LockCommand.ID) throws -> LockCommand {
    try store.read { reader in try present(reader.command(id)) }
  }

  /// The entries of one kind.
  func entries(_ kind: String) throws -> [JSONObject] {
    try entries().filter { $0.text("kind") == kind }
  }

  /// The bytes of all entries.
  func bodies() throws -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    try AuditService(environment: environment).export(AuditFilter()) { bodies.append($0) }
    return bodies
  }

  func verify() throws -> AuditService.Verification {
    try AuditService(environment: environment).verify()
  }
}

extension TimeZones {
  /// The machine's own.
  static let machine = TimeZones(version: "machine") { file($0) }

  static func file(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { Array($0) }
  }
}

/// Runs the body on that many threads at once and gathers what they return.
func concurrently<T: Sendable>(_ count: Int, _ body: @Sendable (Int) throws -> T) throws -> [T] {
  let results = Mutex<[Result<T, any Error>]>([])
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = Result { try body(index) }
    results.withLock { $0.append(result) }
  }
  return try results.withLock { $0 }.map { try $0.get() }
}
