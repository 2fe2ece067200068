import KeywayCore
import Testing

@Suite struct ScheduleTests {
  private func code(_ days: [String], _ from: String, _ until: String) -> ScheduleError.Code? {
    do throws(ScheduleError) {
      _ = try ScheduleWindow(days: days, from: from, until: until)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a window starts before it ends, or ends the next day`() throws {
    let day = try ScheduleWindow(days: ["tue", "mon"], from: "08:00", until: "18:00")
    #expect(!day.runsPastMidnight)
    #expect(day.days.days == [.mon, .tue])
    #expect(try ScheduleWindow(days: ["fri"], from: "22:00", until: "06:00").runsPastMidnight)
    #expect(try ScheduleWindow(days: ["fri"], from: "22:00", until: "00:00").runsPastMidnight)
    #expect(try !ScheduleWindow(days: ["fri"], from: "00:00", until: "24:00").runsPastMidnight)
  }

  @Test func `what is no window is refused`() {
    #expect(code([], "08:00", "18:00") == .noDays)
    #expect(code(["mon", "tue", "mon"], "08:00", "18:00") == .repeatedDay)
    #expect(code(["Mon"], "08:00", "18:00") == .unknownDay)
    #expect(code(["mon"], "08:00", "08:00") == .fromIsUntil)
    #expect(code(["mon"], "00:00", "00:00") == .fromIsUntil)
    #expect(code(["mon"], "24:00", "08:00") == .fromIsEndOfDay)
    #expect(code(["mon"], "24:00", "24:00") == .fromIsEndOfDay)
    #expect(code(["mon"], "8:00", "18:00") == .badTime)
    #expect(code(["mon"], "08:00", "24:01") == .badTime)
    #expect(code(["mon"], "08:60", "18:00") == .badTime)
    #expect(code(["mon"], "08:00", "25:00") == .badTime)
    #expect(throws: ScheduleError.self) {
      try ScheduleWindow(days: [.mon], from: .endOfDay, until: .midnight)
    }
  }

  @Test func `a schedule is printed as it was read, days from Monday to Sunday`() throws {
    let text =
      #"[{"days":["sun","mon"],"from":"22:00","until":"06:30"},"#
      + #"{"days":["wed"],"from":"00:00","until":"24:00"}]"#
    let schedule = try Schedule(json: JSONValue(parsing: text.utf8.span))
    #expect(
      String(decoding: CanonicalJSON.bytes(of: schedule.json), as: UTF8.self)
        == text.replacing(#"["sun","mon"]"#, with: #"["mon","sun"]"#))
    #expect(try Schedule(json: schedule.json) == schedule)
    #expect(try Schedule(json: .array([])).isUnrestricted)
  }

  @Test(arguments: [
    (#"{}"#, ScheduleError.Code.notAList, ""),
    (#"[1]"#, .notAnObject, "[0]"),
    (#"[{"days":["mon"],"from":"08:00"}]"#, .missingField, "[0].until"),
    (#"[{"days":["mon"],"from":"08:00","until":"09:00","to":1}]"#, .unknownField, "[0].to"),
    (#"[{"days":"mon","from":"08:00","until":"09:00"}]"#, .wrongType, "[0].days"),
    (#"[{"days":["mon",2],"from":"08:00","until":"09:00"}]"#, .wrongType, "[0].days[1]"),
    (#"[{"days":["mon"],"from":800,"until":"09:00"}]"#, .wrongType, "[0].from"),
    (#"[{"days":["mon","mon"],"from":"08:00","until":"09:00"}]"#, .repeatedDay, "[0].days[1]"),
    (#"[{"days":["mon"],"from":"08:00","until":"0900"}]"#, .badTime, "[0].until"),
  ])
  func `a refusal says where`(_ text: String, _ code: ScheduleError.Code, _ path: String) throws {
    let json = try JSONValue(parsing: text.utf8.span)
    let error = try #require(throws: ScheduleError.self) { try Schedule(json: json) }
    #expect(error.code == code)
    #expect(error.path == path)
  }

  @Test func `every minute of the day reads back`() throws {
    for minutes in 0..<1440 {
      let time = try #require(TimeOfDay(minutes: minutes))
      #expect(try TimeOfDay(parsing: time.description.utf8.span) == time)
    }
    #expect(try TimeOfDay(parsing: "24:00".utf8.span, isEnd: true) == .endOfDay)
    #expect(TimeOfDay.endOfDay.description == "24:00")
    #expect(throws: TimeTextError.hour24) { try TimeOfDay(parsing: "24:00".utf8.span) }
    #expect(throws: TimeTextError.after24) {
      try TimeOfDay(parsing: "24:01".utf8.span, isEnd: true)
    }
    #expect(TimeOfDay(minutes: 1441) == nil)
    #expect(TimeOfDay(minutes: -1) == nil)
  }
}
