import KeywayCore
import Testing

@Suite struct AttemptTests {
  @Test func `an attempt tells its answer, its entry and its command`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t1").status == 0)
    let run = try program.run("attempt", "show", "t1", "--format", "json")
    #expect(run.status == 0)
    let object = try run.object
    #expect(object["outcome"] == .string("granted"))
    #expect(object["command"] == .string("new"))
    #expect(object["seq"] == .integer(0))
    #expect(object["decidedAt"] != nil)
    guard case .object(let actuation)? = object["actuation"] else {
      Issue.record("no actuation in \(run.output)")
      return
    }
    #expect(actuation["state"] == .string("acknowledged"))
    #expect(actuation["door"] == .string("front"))
  }

  @Test func `senders that used the same id have a line each`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/gone", "--tap", "t1").status == 1)
    let device = try program.run("tap", "send", "xxx/k2", "--tap", "t1", "--device", "phone-1")
    #expect(device.status == 0)
    #expect(try program.run("attempt", "show", "t1").lines.count == 2)
    let own = try program.run(
      "attempt", "show", "t1", "--device", "phone-1", "--format", "json")
    #expect(try own.object["sender"] == .string("device:phone-1"))
  }

  @Test func `a tap that nobody sent is not found`() throws {
    let run = try Program.seeded().run("attempt", "show", "t1")
    #expect(run.status == 66)
    #expect(run.output == "")
    #expect(run.errors == "keyway: there is no tap 't1', or it is no longer remembered\n")
  }
}
