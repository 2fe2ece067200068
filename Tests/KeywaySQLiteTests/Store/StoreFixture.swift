import KeywayCore
import KeywayStore

@testable import KeywaySQLite

/// A store on disk and a second way into its file.
struct StoreFixture {
  private let folder: TemporaryFolder
  let store: SQLiteStore

  init(readers: Int = 0) throws {
    folder = try TemporaryFolder()
    var options = SQLiteStore.Options()
    options.readers = readers
    store = try SQLiteStore(path: folder.database, options: options, now: .example) { count in
      [UInt8](repeating: 5, count: count)
    }
  }

  /// Opens the same file anew.
  func reopened() throws -> SQLiteStore {
    try SQLiteStore(path: folder.database, now: .example) { [UInt8](repeating: 9, count: $0) }
  }

  /// Runs statements as another program would, with nothing on that checks columns or references.
  func tamper(_ sql: String) throws {
    let connection = try Connection(path: folder.database, access: .readWrite, wait: 5_000)
    try connection.execute("PRAGMA ignore_check_constraints = ON")
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(script: Array(sql.utf8).span)
  }

  /// A row of every list.
  func fill() throws {
    try store.write { tx in
      try tx.save(holders: [.full])
      try tx.save(doors: [.full])
      try tx.save(devices: [.full])
      try tx.save(keys: [.full])
      try tx.save(actions: [.full])
    }
  }
}

/// Text that is none of our business to change.
enum OddText {
  static let all = [
    "", " ", "plain", "'; DROP TABLE key; --", #""quoted" \ back"#, "line\nfeed\r\n\ttab",
    "NUL \u{0} inside", "\u{0}", "🔑👩‍👩‍👧‍👦", "\u{202E}right to left مفتاح", "e\u{301} and \u{E9}",
    "\u{FEFF}mark", "\u{10FFFF}\u{FFFF}", String(repeating: "長", count: 500), "NULL", "%_",
  ]
}

private let oddSecret = [UInt8](0..<32)

extension DoorRecord {
  static let full = DoorRecord(
    door: Door(
      id: Door.ID(trusted: "front"), name: "Front", site: "Home", timeZone: "Europe/Berlin",
      mode: .lockedDown, confirm: .links,
      exceptions: [CivilDate(daysSinceEpoch: 0), CivilDate(daysSinceEpoch: 20_000)],
      lock: [
        "driver": .string("mqtt"), "retry": .bool(false), "deep": .array([.object(["a": .null])]),
      ]),
    secret: oddSecret)
}

extension HolderRecord {
  static let full = HolderRecord(
    holder: Holder(id: Holder.ID(trusted: "kim"), name: "Kim", state: .suspended, isRemoved: true),
    pseudonym: "p-kim", secret: oddSecret)
}

extension DeviceRecord {
  static let full = DeviceRecord(
    device: Device(
      id: Device.ID(trusted: "phone"), holder: Holder.ID(trusted: "kim"), platform: .android,
      shortcutLimit: .count(0), language: "de-CH", state: .suspended, isRemoved: true),
    pseudonym: "p-phone", secret: oddSecret, acknowledgedVersion: 3, shownVersion: 2)
}

extension KeyRecord {
  static let full: KeyRecord = {
    var key = Key(
      id: Key.ID(trusted: "own"), door: Door.ID(trusted: "front"),
      holder: Holder.ID(trusted: "kim"), name: "Key",
      validity: ValidityPeriod(from: .example, until: Timestamp(milliseconds: 253_402_300_799_999))
        ?? .unbounded,
      maxUses: 7, state: .suspended, rank: -9)
    key.schedule = schedule(#"[{"days":["mon","sun"],"from":"22:00","until":"06:30"}]"#)
    key.shortcut = KeyShortcut(
      subtitle: .text(nil), icon: ShortcutIcon(systemImageName: "lock", type: .love),
      userInfo: UserInfo(normalised: [
        "a": .array([.real(0.5), .object(["$real": .string("1.0")])])
      ]))
    return KeyRecord(key: key, uses: 6, secret: oddSecret)
  }()

  private static func schedule(_ json: String) -> Schedule {
    guard let value = try? JSONValue(parsing: json.utf8.span),
      let schedule = try? Schedule(json: value)
    else { return Schedule() }
    return schedule
  }
}

extension ActionRecord {
  static let full = ActionRecord(
    action: Action(
      type: ActionType(trusted: "New Message"), title: "New", subtitle: "", icon: .unlock,
      userInfo: UserInfo(normalised: ["b": .bool(true)]), screen: "compose", isStatic: true,
      rank: .max, isRemoved: true), secret: oddSecret)
}
