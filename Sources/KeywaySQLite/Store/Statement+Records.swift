import KeywayCore
import KeywayStore

// Rows of the registry, in the order of the columns of their tables.

extension Statement {
  func doorRecord() throws(StoreError) -> DoorRecord {
    DoorRecord(
      door: Door(
        id: Door.ID(trusted: try text(0)), name: try text(1), site: try textIfPresent(2),
        timeZone: try text(3), mode: try value(4), confirm: try value(5),
        exceptions: try dates(6), lock: try objectIfPresent(7),
        localizations: try localizations(10),
        isRemoved: try bool(8)),
      secret: try bytes(9))
  }

  func holderRecord() throws(StoreError) -> HolderRecord {
    HolderRecord(
      holder: Holder(
        id: Holder.ID(trusted: try text(0)), name: try text(1), state: try value(2),
        isRemoved: try bool(3)),
      pseudonym: try text(4), secret: try bytes(5))
  }

  func deviceRecord() throws(StoreError) -> DeviceRecord {
    DeviceRecord(
      device: Device(
        id: Device.ID(trusted: try text(0)),
        holder: try textIfPresent(1).map { Holder.ID(trusted: $0) }, platform: try value(2),
        shortcutLimit: try int64IfPresent(3).map { .count($0) } ?? .all,
        language: try textIfPresent(4), state: try value(5), isRemoved: try bool(6)),
      pseudonym: try text(9), secret: try bytes(10),
      acknowledgedVersion: try int64IfPresent(7), shownVersion: try int64IfPresent(8))
  }

  func keyRecord() throws(StoreError) -> KeyRecord {
    guard
      let validity = ValidityPeriod(
        from: try timestampIfPresent(4), until: try timestampIfPresent(5))
    else { throw unreadable(5) }
    return KeyRecord(
      key: Key(
        id: Key.ID(trusted: try text(0)), door: Door.ID(trusted: try text(1)),
        holder: try textIfPresent(2).map { Holder.ID(trusted: $0) }, name: try text(3),
        validity: validity, schedule: try schedule(6), maxUses: try int64IfPresent(7),
        state: try value(9), rank: try int64(10), shortcut: try shortcut(11),
        localizations: try localizations(14)),
      uses: try int64(8), secret: try bytes(12), isHeld: try bool(13))
  }

  func actionRecord() throws(StoreError) -> ActionRecord {
    ActionRecord(
      action: Action(
        type: ActionType(trusted: try text(0)), title: try text(1),
        subtitle: try textIfPresent(2), localizations: try localizations(10), icon: try icon(3),
        userInfo: UserInfo(normalised: try objectIfPresent(4) ?? JSONObject()),
        screen: try text(5), isStatic: try bool(6), rank: try int64(7), isRemoved: try bool(8)),
      secret: try bytes(9))
  }

  func dates(_ column: Int) throws(StoreError) -> [CivilDate] {
    var dates: [CivilDate] = []
    for case let value in try list(column) {
      guard case .string(let text) = value, let date = try? CivilDate(parsing: text.utf8.span)
      else {
        throw unreadable(column)
      }
      dates.append(date)
    }
    return dates
  }

  func schedule(_ column: Int) throws(StoreError) -> Schedule {
    guard let schedule = try? Schedule(json: .array(try list(column))) else {
      throw unreadable(column)
    }
    return schedule
  }

  private func icon(_ column: Int) throws(StoreError) -> ShortcutIcon? {
    guard let object = try objectIfPresent(column) else { return nil }
    guard let icon = try? ShortcutIcon(json: object) else { throw unreadable(column) }
    return icon
  }

  func localizations(_ column: Int) throws(StoreError) -> Localizations {
    guard let object = try objectIfPresent(column) else { return .none }
    guard let localizations = Localizations(stored: object) else { throw unreadable(column) }
    return localizations
  }

  func shortcut(_ column: Int) throws(StoreError) -> KeyShortcut {
    guard let object = try objectIfPresent(column) else { return KeyShortcut() }
    guard let shortcut = KeyShortcut(stored: object) else { throw unreadable(column) }
    return shortcut
  }
}
