import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// The recordings of `Tests/Recordings`, through the program.
  @Suite struct RecordingTests {
    @Test func `the recordings are there`() {
      #expect(RecordedPair.all.count >= 6)
    }

    @Test(arguments: RecordedPair.all)
    func `a replay gives the same bytes from a database and from a site file`(
      _ pair: RecordedPair
    ) throws {
      let keyway = try pair.house()
      let first = try keyway.run("tap", "replay", pair.taps)
      try keyway.expectDone(first)
      let second = try keyway.run("tap", "replay", pair.taps)
      let elsewhere = try Keyway()
      let third = try elsewhere.run("tap", "replay", "--site", pair.site, pair.taps)
      #expect(second.status == 0 && second.bytes == first.bytes)
      #expect(third.status == 0 && third.bytes == first.bytes, "\(third.errors)")
      #expect(second.errors == first.errors && third.errors == first.errors)
      #expect(first.lines.count == (try pair.lines().count))
      #expect(try elsewhere.scratch.names == [], "a replay with --site needs no database")
    }

    @Test(arguments: RecordedPair.all)
    func `the phone is given the set that is kept beside the recording`(
      _ pair: RecordedPair
    ) throws {
      let keyway = try pair.house()
      let first = try keyway.run("shortcut", "issue", "phone-1")
      try keyway.expectDone(first)
      var set = try first.object
      #expect(set.text("issuedAt")?.hasSuffix("Z") == true)
      set["issuedAt"] = nil
      #expect(set == (try pair.set))
      #expect(try keyway.run("shortcut", "issue", "phone-1").bytes == first.bytes)
    }

    @Test(arguments: RecordedPair.all)
    func `an expectation that does not hold is named with what came`(
      _ pair: RecordedPair
    ) throws {
      var lines = try pair.lines()
      let index = try #require(lines.firstIndex { $0.contains(#""expect":{"outcome":"#) })
      var line = try JSONObject(line: lines[index])
      line["expect"] = .object(["outcome": .string("never")])
      let keyway = try Keyway()
      let right = try keyway.run("tap", "replay", "--site", pair.site, pair.taps)
      let outcome = try #require(try right.objects[index].text("outcome"))
      lines[index] = String(decoding: CanonicalJSON.bytes(of: .object(line)), as: UTF8.self)
      let file = try keyway.scratch.write(lines.joined(separator: "\n"), as: "wrong.jsonl")
      let run = try keyway.run("tap", "replay", "--site", pair.site, file)
      #expect(run.status == 1)
      #expect(run.bytes == right.bytes, "an expectation changes no outcome")
      let words = "\(file): line \(index + 1): 'outcome': expected \"never\", got \"\(outcome)\""
      #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func `a replay leaves the database as it was and tells no lock`() throws {
      let keyway = try RecordedPair.smartLock.house()
      try keyway.text("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode")
      let before = try keyway.scratch.bytes(of: "keyway.db")
      let size = keyway.writeAheadLogSize
      let run = try keyway.run("tap", "replay", RecordedPair.smartLock.taps)
      try keyway.expectDone(run)
      #expect(run.lockWords == 0 && !run.errors.contains("acknowledged"))
      #expect(try keyway.scratch.bytes(of: "keyway.db") == before)
      #expect(keyway.writeAheadLogSize == size)
      #expect(try keyway.scratch.names.filter { $0.contains("owner") } == [])
      #expect(try keyway.log().decisions(onTap: "line-1").isEmpty)
    }

    @Test func `recordings come from standard input and one after the other`() throws {
      let pair = RecordedPair.smartLock
      let keyway = try Keyway()
      let one = try keyway.run("tap", "replay", "--site", pair.site, pair.taps)
      let text = try String(contentsOfFile: pair.taps, encoding: .utf8)
      let piped = try keyway.run("tap", "replay", "--site", pair.site, "-", input: text)
      #expect(piped.status == 0 && piped.bytes == one.bytes, "\(piped.errors)")
      let next = try keyway.scratch.write(
        #"{"at":"2026-03-02T07:00:00Z","channel":"qr","link":"xxx/none"}"#, as: "next.jsonl")
      let both = try keyway.run("tap", "replay", "--site", pair.site, pair.taps, next)
      #expect(both.status == 0, "\(both.errors)")
      #expect(both.lines.count == one.lines.count + 1)
      #expect(Array(both.bytes.prefix(one.bytes.count)) == one.bytes)
      #expect(try both.objects.last?["line"] == .integer(1), "lines are counted in each file")
    }

    @Test func `a check decides nothing and names what is wrong`() throws {
      let pair = RecordedPair.smartLock
      let keyway = try Keyway()
      let good = try keyway.run("tap", "replay", "--check", pair.taps)
      #expect(good.status == 0 && good.bytes.isEmpty, "\(good.errors)")
      #expect(try keyway.scratch.names == [])
      for bad in BadRecording.all {
        let file = try keyway.scratch.write(bad.bytes, as: "bad.jsonl")
        let run = try keyway.run("tap", "replay", "--check", file)
        #expect(run.status == 65 && run.bytes.isEmpty, "\(bad.testDescription)")
        #expect(run.errors.contains(bad.words), "\(run.errors)")
      }
    }

    @Test func `a fragment that is wrong is found by a check, and leaves no copy behind`() throws {
      let pair = RecordedPair.smartLock
      let keyway = try Keyway()
      let file = try keyway.scratch.write(
        #"{"at":"2026-03-02T08:00:00Z","apply":{"keyway":1,"doors":[{"id":"d","timeZone":"Mars/X","#
          + #""foo":1}]}}"#, as: "bad.jsonl")
      let check = try keyway.run("tap", "replay", "--check", file)
      #expect(check.status == 65, "\(check.errors)")
      let run = try keyway.run(
        "tap", "replay", "--site", pair.site, "--into", keyway.scratch.file("kept.db"), file)
      #expect(run.status == 65)
      for errors in [check.errors, run.errors] {
        #expect(errors.contains("line 1: apply.doors[0].foo: unknown field"), "\(errors)")
        #expect(errors.contains("apply.doors[0].timeZone: "), "\(errors)")
      }
      #expect(try keyway.scratch.names == ["bad.jsonl"])
    }

    @Test func `what is blessed holds from then on`() throws {
      let pair = RecordedPair.smartLock
      let keyway = try Keyway()
      let lines = try pair.lines().map { line in
        var object = try JSONObject(line: line)
        object["expect"] = .object(["outcome": .string("never")])
        return String(decoding: CanonicalJSON.bytes(of: .object(object)), as: UTF8.self)
      }
      let file = try keyway.scratch.write(lines.joined(separator: "\n") + "\n", as: "b.jsonl")
      #expect(try keyway.run("tap", "replay", "--site", pair.site, file).status == 1)
      let blessed = try keyway.run("tap", "replay", "--site", pair.site, "--bless", file)
      #expect(blessed.status == 0, "\(blessed.errors)")
      let after = try keyway.run("tap", "replay", "--site", pair.site, file)
      #expect(after.status == 0 && after.bytes == blessed.bytes, "\(after.errors)")
      let count = try pair.lines().count
      #expect(after.errors.contains("expectations: \(count) of \(count) hold"), "\(after.errors)")
      let once = try keyway.scratch.bytes(of: "b.jsonl")
      _ = try keyway.run("tap", "replay", "--site", pair.site, "--bless", file)
      #expect(try keyway.scratch.bytes(of: "b.jsonl") == once, "blessing twice changes nothing")
      #expect(try keyway.scratch.names == ["b.jsonl"])
    }

    @Test func `the copy that is kept opens, and a file is never overwritten`() throws {
      let keyway = try Keyway(house: House(maxUses: 3))
      let recording = try keyway.scratch.write(
        #"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"xxx/k1"}"#, as: "one.jsonl")
      let before = try keyway.registry()
      let kept = Keyway(keyway, database: keyway.scratch.file("kept.db"))
      let run = try keyway.run("tap", "replay", "--into", kept.database, recording)
      try keyway.expectDone(run)
      #expect(try kept.registry() == before)
      #expect(try kept.uses(of: "k1") == 1 && keyway.uses(of: "k1") == 0)
      #expect(try kept.run("tap", "send", "xxx/k1").status == 0)
      try kept.expectSound("the copy")
      let bytes = try keyway.scratch.bytes(of: "kept.db")
      let again = try keyway.run("tap", "replay", "--into", kept.database, recording)
      #expect(again.status == 65 && again.errors.contains("exists"), "\(again.errors)")
      #expect(try keyway.scratch.bytes(of: "kept.db") == bytes)
      let over = try keyway.run("tap", "replay", "--into", keyway.database, recording)
      #expect(over.status == 65, "\(over.errors)")
      #expect(try keyway.registry() == before)
    }

    @Test func `uses are as stored unless they are reset`() throws {
      let keyway = try Keyway(house: House(maxUses: 1))
      try keyway.expectDone(try keyway.run("tap", "send", "xxx/k1"))
      let recording = try keyway.scratch.write(
        #"{"at":"2099-03-02T08:00:00Z","channel":"qr","link":"xxx/k1"}"#, as: "one.jsonl")
      let stored = try keyway.run("tap", "replay", recording)
      #expect(try stored.object.text("reason") == "uses_exhausted")
      let reset = try keyway.run("tap", "replay", "--uses", "reset", recording)
      #expect(try reset.object.text("outcome") == "granted")
      #expect(try keyway.uses(of: "k1") == 1)
    }
  }
}
