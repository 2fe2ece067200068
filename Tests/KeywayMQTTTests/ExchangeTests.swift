import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

@Suite struct ExchangeTests {
  private static func observation(_ state: LockState?, at time: Int64 = 1) -> LockObservation {
    LockObservation(state: state, receivedAt: Timestamp(milliseconds: time))
  }

  private func told(_ verb: LockCommand.Verb = .unlock, _ reason: UInt8? = 0) -> MQTTExchange {
    var exchange = MQTTExchange(telling: verb)
    exchange.tell()
    if let reason { exchange.take(receipt: reason) }
    return exchange
  }

  @Test func `what comes before the command is stale and no answer`() {
    var exchange = MQTTExchange(telling: .unlock)
    exchange.take(Self.observation(.unlocked), isRetained: false)
    exchange.tell()
    exchange.take(receipt: 0)
    #expect(exchange.report == nil)
    #expect(exchange.lastReport == .unconfirmed)
    #expect(exchange.observations.map(\.isStale) == [true])
  }

  @Test func `what the broker kept is stale and no answer`() {
    var exchange = told()
    exchange.take(Self.observation(.unlocked), isRetained: true)
    #expect(exchange.report == nil)
    #expect(exchange.observations.map(\.isStale) == [true])
  }

  @Test(arguments: [LockState.locked, .locking, .unlocking, .unknown])
  func `a state on the way is no answer`(_ state: LockState) {
    var exchange = told()
    exchange.take(Self.observation(state), isRetained: false)
    #expect(exchange.report == nil)
    exchange.take(Self.observation(.unlocked), isRetained: false)
    #expect(exchange.report == .acknowledged)
    #expect(exchange.observations.map(\.state) == [state, .unlocked])
  }

  @Test func `a report without a state is no answer`() {
    var exchange = told()
    exchange.take(Self.observation(nil), isRetained: false)
    #expect(exchange.report == nil)
  }

  @Test func `a bolt that is stuck is a failure, whatever follows`() {
    var exchange = told()
    exchange.take(Self.observation(.jammed), isRetained: false)
    exchange.take(Self.observation(.unlocked), isRetained: false)
    #expect(exchange.report == .failed(detail: "jammed"))
  }

  @Test func `unlocked does not answer for the latch`() {
    var exchange = told(.unlatch)
    exchange.take(Self.observation(.unlocked), isRetained: false)
    #expect(exchange.report == nil)
    exchange.take(Self.observation(.open), isRetained: false)
    #expect(exchange.report == .acknowledged)
  }

  @Test(
    arguments: [
      (0x10, "lock_offline"), (0x87, "not_authorized"), (0x80, "broker_refused"),
      (0x97, "broker_refused"),
    ] as [(UInt8, String)])
  func `a message that the broker gave to nobody never reached the lock`(
    _ reason: UInt8, _ detail: String
  ) {
    #expect(told(.unlock, reason).report == .neverReached(detail: detail))
  }

  @Test func `without the broker's receipt the lock's report counts at the end`() {
    var exchange = told(.unlock, nil)
    exchange.take(Self.observation(.unlocked), isRetained: false)
    #expect(exchange.report == nil)
    #expect(exchange.lastReport == .acknowledged)
    exchange.take(receipt: 0x10)
    #expect(exchange.report == .neverReached(detail: "lock_offline"))
  }

  @Test func `of a flood only the newest reports are kept, of the same ones the first`() {
    var exchange = told()
    for time in 0..<10 {
      exchange.take(Self.observation(.locked, at: Int64(time)), isRetained: false)
    }
    #expect(exchange.observations.map(\.receivedAt.milliseconds) == [0])
    for time in 0..<100 {
      exchange.take(
        Self.observation(time % 2 == 0 ? .locking : .locked, at: Int64(time)), isRetained: false)
    }
    #expect(exchange.observations.count == 32)
    #expect(exchange.observations.last?.receivedAt.milliseconds == 99)
  }
}
