import Foundation
import KeywayCore
import KeywayService
import Testing

@testable import KeywayCommands

@Suite struct ZoneFilesTests {
  private let folder = TestFolder()

  private func copy(_ zone: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(zone)"))
  }

  private func offset(_ zones: TimeZones) -> Int? {
    zones.rules(of: "Here")?.offset(at: Timestamp(milliseconds: 1_772_438_400_000)).seconds
  }

  @Test func `a zone's file that changes in whatever way counts for the next question`() throws {
    let zones = ZoneFiles(Variables { [folder] in $0 == "TZDIR" ? folder.path("") : nil })
      .zones(version: "test")
    let path = URL(filePath: folder.path("Here"))
    #expect(offset(zones) == nil)
    try copy("Asia/Tokyo").write(to: path)
    #expect(offset(zones) == 9 * 3600)
    // In place, before the clock of the file system may have ticked.
    try copy("Asia/Kolkata").write(to: path)
    #expect(offset(zones) == 19_800)
    // Put in its place, as package managers do, with an instant of long ago.
    try copy("Europe/Berlin").write(to: path, options: .atomic)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path.path)
    #expect(offset(zones) == 3600)
    // A link to another one.
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createSymbolicLink(
      atPath: path.path, withDestinationPath: "/usr/share/zoneinfo/America/New_York")
    #expect(offset(zones) == -18_000)
    try FileManager.default.removeItem(at: path)
    #expect(offset(zones) == nil)
  }
}
