import KeywayService
import Testing

@Suite struct DatabasePlaceTests {
  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601] as [UInt32])
  func `a file that others may use is a warning`(_ mode: UInt32) throws {
    let places = [DatabasePlace(path: "/a/k.db", isFolder: false, mode: mode | 0o100_000)]
    let finding = try #require(DatabasePlace.findings(of: places).first)
    #expect(finding.status == .warning)
    #expect(finding.subject == "/a/k.db")
    #expect(finding.message.contains("(mode 0\(String(mode, radix: 8)))"))
  }

  @Test(arguments: [0o775, 0o777, 0o702] as [UInt32])
  func `a folder that others may fill is a warning`(_ mode: UInt32) throws {
    let places = [DatabasePlace(path: "/a", isFolder: true, mode: mode | 0o040_000)]
    let finding = try #require(DatabasePlace.findings(of: places).first)
    #expect(finding.status == .warning)
    #expect(finding.message.contains("may put files into"), "\(finding.message)")
  }

  @Test func `what is its owner's only is ok, and so is a folder that others may list`() {
    for mode in [0o700, 0o750, 0o711, 0o755, 0o1777] as [UInt32] {
      let findings = DatabasePlace.findings(of: [
        DatabasePlace(path: "/a/k.db", isFolder: false, mode: 0o600),
        DatabasePlace(path: "/a", isFolder: true, mode: mode),
      ])
      #expect(findings.map(\.status) == [.ok])
    }
  }

  @Test func `of nothing nothing is said`() {
    #expect(DatabasePlace.findings(of: []).isEmpty)
  }
}
