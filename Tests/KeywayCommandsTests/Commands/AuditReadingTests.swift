import Foundation
import KeywayCore
import Testing

@testable import KeywayCommands

@Suite struct AuditReadingTests {
  @Test(arguments: [
    ("=cmd()", "'=cmd()"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\\u{9}x"),
    ("\rx", "'\\u{d}x"), ("a=b", "a=b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("line\nbreak", "line\\u{a}break"), ("", ""),
    ("正面", "正面"),
  ])
  func `a field harms no spreadsheet and no reader`(_ text: String, _ field: String) {
    #expect(AuditCSV.field(text) == field)
  }

  @Test func `values come with a header, in lines that end as RFC 4180 has it`() throws {
    let program = try Program.seeded()
    _ = try program.run("door", "edit", "front", "--name", "=cmd()")
    _ = try program.run("tap", "send", "xxx/k1")
    let run = try program.run("audit", "export", "--csv", "--door", "front")
    #expect(run.status == 0)
    let lines = run.output.components(separatedBy: "\r\n")
    #expect(lines[0].hasPrefix("seq,at,localTime,kind,outcome,"))
    #expect(lines.last == "")
    let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
    for line in lines.dropLast() {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == columns)
    }
    let decision = try #require(lines.first { $0.contains(",decision,") })
    #expect(decision.contains(",granted,"))
    #expect(decision.contains(",front,'=cmd(),k1,"))
  }

  @Test func `an export takes the filters of a list`() throws {
    let program = try Program.seeded()
    _ = try program.run("tap", "send", "xxx/k1")
    _ = try program.run("tap", "send", "xxx/nobody")
    let denied = try program.run("audit", "export", "--outcome", "denied").output
    #expect(denied.split(separator: "\n").count == 1)
    #expect(denied.contains("\"reason\":\"unknown_key\""))
    let wrong = try program.run("audit", "export", "--as-recording", "--outcome", "denied")
    #expect(wrong.status == 64)
  }

  @Test func `following shows what there is and what others write meanwhile`() throws {
    let program = try Program.seeded()
    _ = try program.run("tap", "send", "xxx/nobody", "--tap", "t1")
    let writer = Thread {
      Thread.sleep(forTimeInterval: 0.5)
      _ = try? program.run("tap", "send", "xxx/nobody", "--tap", "t2")
    }
    writer.start()
    let run = try program.run(
      "audit", "follow", "--last", "2", "--count", "2", "--outcome", "denied", "--format", "json")
    #expect(run.status == 0)
    let taps = run.output.split(separator: "\n").compactMap { line -> String? in
      guard case .object(let object)? = try? JSONValue(parsing: Array(line.utf8).span) else {
        return nil
      }
      return object.text("tap")
    }
    #expect(taps == ["t1", "t2"])
  }
}
