import KeywayCore
import KeywayService
import Synchronization
import Testing

@Suite struct TimeZonesTests {
  /// A folder with one file, which counts how often it is read.
  private final class Folder: Sendable {
    struct State {
      var bytes: [UInt8]?
      var stamp: ZoneStamp?
      var reads = 0
    }

    let state: Mutex<State>

    init(_ zone: String) {
      state = Mutex(State(bytes: Self.bytes(zone), stamp: ZoneStamp(state: [1], isSettled: true)))
    }

    static func bytes(_ zone: String) -> [UInt8]? { TimeZones.file(zone) }

    var reads: Int { state.withLock { $0.reads } }

    func replace(with zone: String, stamp: ZoneStamp) {
      state.withLock {
        $0.bytes = Self.bytes(zone)
        $0.stamp = stamp
      }
    }

    var zones: TimeZones {
      TimeZones(version: "test") { _ in
        self.state.withLock { $0.stamp }
      } load: { _ in
        self.state.withLock {
          $0.reads += 1
          return $0.bytes
        }
      }
    }
  }

  private static func offset(_ rules: TimeZoneRules?) -> Int? {
    rules?.offset(at: .morning).seconds
  }

  @Test func `a file is read once while it stays, and again when it has changed`() {
    let folder = Folder("Asia/Tokyo")
    let zones = folder.zones
    for _ in 0..<5 { #expect(Self.offset(zones.rules(of: "Some/Zone")) == 9 * 3600) }
    #expect(folder.reads == 1)
    folder.replace(with: "Asia/Kolkata", stamp: ZoneStamp(state: [2], isSettled: true))
    #expect(Self.offset(zones.rules(of: "Some/Zone")) == 19_800)
    #expect(folder.reads == 2)
  }

  @Test func `a file that was changed just now is read each time`() {
    let folder = Folder("Asia/Tokyo")
    let zones = folder.zones
    folder.replace(with: "Asia/Tokyo", stamp: ZoneStamp(state: [2], isSettled: false))
    #expect(Self.offset(zones.rules(of: "Some/Zone")) == 9 * 3600)
    // Within the same tick of the file system's clock.
    folder.replace(with: "Asia/Kolkata", stamp: ZoneStamp(state: [2], isSettled: false))
    #expect(Self.offset(zones.rules(of: "Some/Zone")) == 19_800)
    // What was read while the file was new is not believed later either.
    folder.replace(with: "Asia/Tokyo", stamp: ZoneStamp(state: [2], isSettled: true))
    #expect(Self.offset(zones.rules(of: "Some/Zone")) == 9 * 3600)
  }

  @Test func `a zone that vanishes or cannot be read is not had from memory`() {
    let folder = Folder("Asia/Tokyo")
    let zones = folder.zones
    #expect(zones.rules(of: "Some/Zone") != nil)
    folder.state.withLock { $0.stamp = nil }
    #expect(zones.rules(of: "Some/Zone") == nil)
    folder.state.withLock {
      $0.stamp = ZoneStamp(state: [3], isSettled: true)
      $0.bytes = [1, 2, 3]
    }
    #expect(zones.rules(of: "Some/Zone") == nil)
  }
}
