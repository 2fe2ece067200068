import KeywayCore
import KeywayStore
import Synchronization
import Testing

@testable import KeywayService

@Suite struct SetJobTests {
  private static func options(_ edit: (inout SetJob.Options) -> Void) -> SetJob.Options {
    var options = SetJob.Options()
    edit(&options)
    return options
  }

  private static let changed = options { $0.onlyChanged = true }

  @Test func `every phone is given what it is issued`() throws {
    let street = try Street(phones: 600, isSettled: false)
    let (report, sets) = try street.run()
    #expect(report == street.report(delivered: 600, issued: 600))
    for index in [0, 255, 256, 599] {
      let phone = Device.ID(trusted: Street.phone(index))
      let line = String(
        decoding: CanonicalJSON.bytes(of: .object(try street.shortcuts.show(phone).json)),
        as: UTF8.self)
      #expect(sets[phone.text] == line + "\n")
    }
    let (second, same) = try street.run()
    #expect(second == street.report(delivered: 600))
    #expect(same == sets)
  }

  @Test func `only what was not acknowledged is given again`() throws {
    let street = try Street(phones: 3, isSettled: false)
    #expect(try street.run(Self.changed).report.delivered == 3)
    #expect(try street.run(Self.changed).report == street.report(delivered: 3))
    try street.shortcuts.acknowledge([(.init(trusted: "phone-001"), 1)])
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-000", "phone-002"])
    try street.shortcuts.acknowledge([
      (.init(trusted: "phone-000"), 1), (.init(trusted: "phone-002"), 1),
    ])
    #expect(try street.run(Self.changed).report == street.report())
  }

  @Test func `a change is given to its phones, one to what all have to all`() throws {
    let street = try Street(phones: 300)
    #expect(try street.run(Self.changed).report == street.report())
    try street.house.store.write { tx in try tx.editKey("k007") { $0.name = "Other" } }
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-007"])
    try street.settle()
    try street.house.addAction("inbox")
    #expect(try street.run(Self.changed).report == street.report(delivered: 300, issued: 300))
    try street.settle()
    #expect(try street.run(Self.changed).report == street.report())
  }

  @Test func `changes by time alone are given when it comes, and foretold`() throws {
    let street = try Street(phones: 2)
    let end = Timestamp(milliseconds: street.house.now.milliseconds + 5000)
    try street.house.store.write { tx in
      try tx.editKey("k001") { $0.validity = try present(ValidityPeriod(from: nil, until: end)) }
    }
    try street.settle()
    let foretold = Self.options { options in
      options.onlyChanged = true
      options.isRehearsal = true
      options.instant = end
    }
    let before = try street.run(foretold)
    #expect(before.sets.keys.sorted() == ["phone-001"])
    #expect(before.sets["phone-001"]?.contains("expired") == true)
    #expect(try street.run(Self.changed).report == street.report())
    street.house.advance(by: 5000)
    #expect(try street.run(Self.changed).sets == before.sets)
  }

  @Test func `phones that are named are told of when they are gone or unknown`() throws {
    let street = try Street(phones: 3)
    try street.house.store.write { tx in try tx.editDevice("phone-001") { $0.isRemoved = true } }
    let named = Self.options { options in
      options.devices = ["phone-002", "phone-001", "nobody"].map { Device.ID(trusted: $0) }
    }
    let (report, sets) = try street.run(named)
    #expect(sets.keys.sorted() == ["phone-002"])
    #expect(
      report.failures == [
        SetFailure(device: "phone-001", message: "was removed"),
        SetFailure(device: "nobody", message: "is unknown"),
      ])
    #expect(report.failureCount == 2)
  }

  @Test func `of phones that are named, only changed ones are given their set`() throws {
    let street = try Street(phones: 3)
    try street.house.store.write { tx in try tx.editKey("k002") { $0.name = "Other" } }
    let named = Self.options { options in
      options.onlyChanged = true
      options.devices = ["phone-001", "phone-002"].map { Device.ID(trusted: $0) }
    }
    #expect(try street.run(named).sets.keys.sorted() == ["phone-002"])
  }

  @Test func `a set that changes while it is put together is put together again`() throws {
    let street = try Street(phones: 3, isSettled: false)
    let store = RestlessStore(house: street.house, times: 1)
    let (report, sets) = try street.run(store: store)
    #expect(report == street.report(delivered: 3, issued: 3))
    #expect(sets["phone-001"]?.contains("Changed 1") == true)
  }

  @Test func `a set that never stops changing fails alone`() throws {
    let street = try Street(phones: 3, isSettled: false)
    let (report, sets) = try street.run(store: RestlessStore(house: street.house, times: 100))
    #expect(report.failures.map(\.device) == ["phone-001"])
    #expect(sets.keys.sorted() == ["phone-000", "phone-002"])
  }

  @Test func `a failed phone keeps all due that share what it shares`() throws {
    let street = try Street(phones: 3)
    try street.house.addAction("inbox")
    let restless = RestlessStore(house: street.house, times: 100)
    #expect(try street.run(Self.changed, store: restless).report.failureCount == 1)
    try street.shortcuts.acknowledge([
      (.init(trusted: "phone-000"), 2), (.init(trusted: "phone-002"), 2),
    ])
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-001"])
  }

  @Test func `what a sink cannot take is not counted as delivered`() throws {
    let street = try Street(phones: 3)
    var sink = Sink(refusing: "phone-002")
    let report = try SetJob(environment: street.house.environment, options: .init()).run(to: &sink)
    #expect(report.delivered == 2)
    #expect(report.failures == [SetFailure(device: "phone-002", message: "no room")])
  }

  @Test func `removed phones are taken from the sink, and a rehearsal takes nothing`() throws {
    let street = try Street(phones: 3)
    try street.house.store.write { tx in try tx.editDevice("phone-001") { $0.isRemoved = true } }
    var sink = Sink()
    _ = try SetJob(environment: street.house.environment, options: Self.changed).run(to: &sink)
    #expect(sink.removed == ["phone-001"])
    sink = Sink()
    _ = try SetJob(
      environment: street.house.environment, options: Self.options { $0.isRehearsal = true }
    ).run(to: &sink)
    #expect(sink.removed == [])
    #expect(sink.sets.count == 2)
  }

  @Test func `two jobs at once are one and a busy one`() throws {
    let file = try TemporaryDatabase()
    defer { withExtendedLifetime(file) {} }
    let one = try Street(phones: 1, path: file.path)
    let other = try TestHouse(path: file.path)
    let claim = try one.house.store.claim("generate")
    var sink = Sink()
    let job = SetJob(environment: other.environment, options: .init())
    let error = #expect(throws: StoreError.self) { try job.run(to: &sink) }
    #expect(error?.code == .busy)
    withExtendedLifetime(claim) {}
  }
}

/// Keeps what it is given.
struct Sink: SetSink {
  var sets: [String: String] = [:]
  var removed: [String] = []
  let refused: String?

  init(refusing refused: String? = nil) { self.refused = refused }

  mutating func deliver(_ bundle: SetBundle) -> [SetFailure] {
    var failures: [SetFailure] = []
    bundle.forEach { device, set in
      if device.text == refused {
        failures.append(SetFailure(device: device.text, message: "no room"))
      } else {
        sets[device.text] = unsafe set.withUnsafeBufferPointer {
          unsafe String(decoding: $0, as: UTF8.self)
        }
      }
    }
    return failures
  }

  mutating func remove(_ devices: [Device.ID]) -> [SetFailure] {
    removed += devices.map(\.text)
    return []
  }
}

/// A store in which somebody renames a key each time before a job writes.
private final class RestlessStore: Store {
  private let house: TestHouse
  private let times: Int
  private let count = Mutex(0)

  init(house: TestHouse, times: Int) {
    self.house = house
    self.times = times
  }

  var hasWritten: Bool { house.store.hasWritten }

  func read<T>(_ body: (borrowing any StoreReader & ~Copyable) throws -> T) throws -> T {
    try house.store.read(body)
  }

  func write<T>(_ body: (borrowing any StoreTransaction & ~Copyable) throws -> T) throws -> T {
    try house.store.write(body)
  }

  func writePatiently<T>(
    _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T {
    let turn = count.withLock { count in
      count += 1
      return count
    }
    if turn <= times {
      try house.store.write { tx in try tx.editKey("k001") { $0.name = "Changed \(turn)" } }
    }
    return try house.store.writePatiently(body)
  }

  func backUp(to path: String) throws(StoreError) { try house.store.backUp(to: path) }
  func settle() throws(StoreError) { try house.store.settle() }
  func claim(_ job: String) throws(StoreError) -> any JobClaim { try house.store.claim(job) }
  var hasCompany: Bool { false }
  func maintain() {}
  func maintainPatiently() {}
  func scrub() throws(StoreError) -> Bool { try house.store.scrub() }
}
