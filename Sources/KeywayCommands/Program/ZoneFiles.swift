internal import Glibc
import KeywayCore
import KeywayService

/// The tz database of the machine, as files below `$TZDIR` or `/usr/share/zoneinfo`.
struct ZoneFiles: Sendable {
  /// The largest file of the database has less than 4 KiB.
  private static let limit = 1 << 20

  private let folder: String

  init(_ variables: Variables) {
    folder = variables["TZDIR"] ?? "/usr/share/zoneinfo"
  }

  /// Zones whose files are read when they are asked for. `version` is what they say of themselves.
  func zones(version: String) -> TimeZones {
    TimeZones(version: version) { [folder] name in
      Self.look(at: "\(folder)/\(name)")
    } load: { [folder] name in
      try? FileInput.bytes(of: "\(folder)/\(name)", limit: Self.limit)
    }
  }

  /// A change within one tick of the file system's clock leaves no trace; two seconds are many.
  private static func look(at path: String) -> ZoneStamp? {
    guard let stamp = FileStamp(path) else { return nil }
    let now = SystemClock.now().milliseconds / 1000
    return ZoneStamp(state: stamp.state, isSettled: Int64(stamp.changed) + 2 < now)
  }

  /// The version of the database, such as `2026a`, or `unknown`. Reads a file.
  func version() -> String { release().version }

  /// The version, and the age of the file that tells it. Reads a file.
  func release() -> TimeZoneRelease {
    if let line = firstLine(of: "tzdata.zi"), line.hasPrefix("# version ") {
      return TimeZoneRelease(version: String(line.dropFirst(10)), madeAt: madeAt("tzdata.zi"))
    }
    return TimeZoneRelease(
      version: firstLine(of: "+VERSION") ?? "unknown", madeAt: madeAt("+VERSION"))
  }

  private func madeAt(_ name: String) -> Timestamp? {
    guard let file = try? FileInput.open("\(folder)/\(name)"), let status = try? file.status
    else { return nil }
    return Timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1_000)
  }

  /// Nil when there is no such line, or when it could not stand in a version.
  private func firstLine(of name: String) -> String? {
    guard var reader = try? LineReader("\(folder)/\(name)", limit: Self.limit),
      let line = try? reader.next(), (1...64).contains(line.bytes.count),
      line.bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return String(decoding: line.bytes, as: UTF8.self)
  }
}
