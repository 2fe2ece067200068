import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// Jobs for instants before those for which sets were put together: the clock went back, or somebody
/// asks about the past.
@Suite struct SetClockTests {
  private static let changed = options { _ in }
  private static let named = options { options in
    options.devices = ["phone-000", "phone-001"].map { Device.ID(trusted: $0) }
  }

  private static func options(_ edit: (inout SetJob.Options) -> Void) -> SetJob.Options {
    var options = SetJob.Options()
    options.onlyChanged = true
    edit(&options)
    return options
  }

  private let street: Street

  /// The key of phone-001 ends in five seconds; six seconds on all phones had their sets, and then
  /// the clock was set back.
  init() throws {
    street = try Street()
    let end = Timestamp(milliseconds: street.house.now.milliseconds + 5000)
    try street.house.store.write { tx in
      try tx.editKey("k001") { $0.validity = try present(ValidityPeriod(from: nil, until: end)) }
    }
    street.house.setClock(by: 6000)
    try street.settle()
    #expect(try street.run(Self.changed).report == street.report())
    street.house.setClock(by: -6000)
  }

  private func tells() throws -> Bool {
    try street.house.store.read { reader in try reader.setSweep().tells(at: street.house.now) }
  }

  @Test func `what time has taken from a phone is given back when the clock goes back`() throws {
    #expect(try street.stale() == ["phone-001"])
    let (report, sets) = try street.run(Self.changed)
    #expect(report == street.report(delivered: 1, issued: 1))
    #expect(sets["phone-001"]?.contains(#""type":"k001""#) == true)
    try street.settle()
    street.house.setClock(by: 4999)
    #expect(try street.run(Self.changed).report == street.report())
    street.house.setClock(by: 1)
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-001"])
  }

  @Test(arguments: [SetClockTests.changed, options { $0.onlyChanged = false }])
  func `a clock that went back has all looked at once`(_ options: SetJob.Options) throws {
    #expect(try !tells())
    let job = SetJob(environment: street.house.environment, options: Self.changed)
    #expect(try job.count() == 3)
    _ = try street.run(options)
    #expect(try tells())
    #expect(try street.due() == ["phone-001"])
    #expect(try job.count() == 1)
  }

  @Test func `a clock that goes on has nobody looked at`() throws {
    street.house.setClock(by: 6000)
    #expect(try tells())
    street.house.setClock(by: 1)
    #expect(try tells())
  }

  @Test func `a rehearsal for the past tells who would have lacked something, and changes nothing`()
    throws
  {
    let instant = street.house.now
    street.house.setClock(by: 6000)
    for options in [Self.changed, Self.named] {
      var past = options
      past.instant = instant
      past.isRehearsal = true
      #expect(try street.run(past).sets.keys.sorted() == ["phone-001"])
    }
    #expect(try tells())
    #expect(try street.run(Self.changed).report == street.report())
  }

  @Test func `phones that are named are looked at, and the others stay to be looked at`() throws {
    #expect(try street.run(Self.named).sets.keys.sorted() == ["phone-001"])
    try street.shortcuts.acknowledge([(.init(trusted: "phone-001"), 3)])
    #expect(try street.run(Self.named).report == street.report())
    #expect(try !tells())
  }

  @Test func `a job that did not come to its end is done again in full`() throws {
    try street.house.store.write { tx in try tx.setClockBack(to: street.house.now) }
    #expect(try !tells())
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-001"])
    #expect(try tells())
  }

  @Test func `a set issued meanwhile for a later instant is looked at by the next job`() throws {
    _ = try street.run(Self.changed)
    street.house.setClock(by: 6000)
    let set = try street.shortcuts.issue(.init(trusted: "phone-001"))
    try street.shortcuts.acknowledge([(set.device, set.issued.version)])
    street.house.setClock(by: -6000)
    #expect(try street.run(Self.changed).sets.keys.sorted() == ["phone-001"])
  }

  @Test func `when a set changes next is kept also while it waits for its acknowledgement`() throws
  {
    let source = try street.house.store.read { reader in
      try present(reader.setSources(of: [.init(trusted: "phone-001")])[0])
    }
    #expect(source.changesAt == nil)
    #expect(!SetResult(source: source, next: nil, changesAt: nil).isNews)
    #expect(SetResult(source: source, next: nil, changesAt: .morning).isNews)
    let open = SetResult(source: source, next: nil, changesAt: .morning, settles: false)
    #expect(!open.isNews)
  }
}
