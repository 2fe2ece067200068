import KeywayCore
import KeywayService
import Testing

@Suite struct UseChargeTests {
  @Test func `each granted tap is charged, also one that joins a command`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 3 })
    let answers = try house.unlocking.decide([house.tap("a"), house.tap("b")])
    #expect(answers.map(\.joining) == [.new, .coalesced])
    #expect(try house.uses() == 2)
    #expect(try house.decide(house.tap("c")).joining == .coalesced)
    #expect(try house.decide(house.tap("d")).decision == .denied(Refusal(.usesExhausted)))
    #expect(try house.uses() == 3)
  }

  @Test func `a denial, a repeat and a rehearsal charge nothing`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 3 })
    _ = try house.decide(house.tap("a"))
    _ = try house.decide(house.tap("a"))
    _ = try house.unlocking.rehearse(house.tap("b"))
    _ = try house.decide(house.tap("c", device: nil))
    _ = try house.decide(house.tap("a", link: "xxx/own"))
    #expect(try house.uses() == 1)
  }

  @Test func `a key without a limit counts nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("a"))
    #expect(try house.uses() == 0)
  }

  @Test(arguments: ChargeVector.all)
  func `a use is given back only when the lock was certainly not reached`(
    _ vector: ChargeVector
  ) throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 5 })
    let answers = try house.unlocking.decide([house.tap("a"), house.tap("b")])
    let driver = RecordingDriver(reports: [vector.report])
    _ = try house.dispatch(answers[0], driver)
    #expect(try house.uses() == vector.usesOfTwo)
  }
}

struct ChargeVector: Sendable, CustomTestStringConvertible {
  let report: LockReport
  let usesOfTwo: Int64

  var testDescription: String { "\(report)" }

  static let all = [
    Self(report: .acknowledged, usesOfTwo: 2),
    Self(report: .failed(detail: "jammed"), usesOfTwo: 2),
    Self(report: .unconfirmed, usesOfTwo: 2),
    Self(report: .neverReached(detail: "offline"), usesOfTwo: 0),
  ]
}
