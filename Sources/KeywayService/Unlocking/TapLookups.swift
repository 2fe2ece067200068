import KeywayCore
import KeywayStore

/// What a batch of taps needs from the store, fetched together before the first is decided.
struct TapLookups {
  /// In the order of the taps; nil where a tap is new.
  let attempts: [Attempt?]
  private var keys: [KeyFacts?] = []
  private var devices: [DeviceFacts?] = []
  /// For each tap where its key and its device stand above; nil where it names none.
  private var keyPlaces: [Int?] = []
  private var devicePlaces: [Int?] = []
  /// What the ids and types stand for that are no key's.
  private(set) var actions: [ActionType: Action] = [:]
  private(set) var doorIDs: Set<Key.ID> = []

  init<Reader: StoreReader & ~Copyable>(
    _ taps: [TapRequest], _ targets: [TapTarget], since: Timestamp, in reader: borrowing Reader
  ) throws(StoreError) {
    attempts = try reader.attempts(taps.map(\.tap), since: since)
    try findKeys(targets, in: reader)
    try findDevices(taps, in: reader)
  }

  /// The key that the tap names, or nil when it names none that exists.
  func key(at index: Int) -> KeyFacts? {
    keyPlaces[index].flatMap { keys[$0] }
  }

  /// The device that the tap names, or nil when it names none that is known.
  func device(at index: Int) -> DeviceFacts? {
    devicePlaces[index].flatMap { devices[$0] }
  }

  /// Which of the distinct device names the tap has, from 0 to ``deviceCount``, exclusive; nil when
  /// it names none.
  func devicePlace(at index: Int) -> Int? { devicePlaces[index] }

  var deviceCount: Int { devices.count }

  private mutating func findKeys<Reader: StoreReader & ~Copyable>(
    _ targets: [TapTarget], in reader: borrowing Reader
  ) throws(StoreError) {
    var ids = DistinctTexts(capacity: targets.count)
    keyPlaces = targets.map { target in target.key.map { ids.place(of: $0.text) } }
    keys = try reader.facts(ofKeys: ids.texts.map { Key.ID(trusted: $0) })
    let others = targets.indices.filter { key(at: $0) == nil }.map { targets[$0] }
    if others.isEmpty { return }
    let types = DistinctTexts(others.compactMap(\.action?.text)).texts
    for case let record? in try reader.actions(types.map { ActionType(trusted: $0) }) {
      actions[record.action.type] = record.action
    }
    let unknown = others.filter { target in target.action.map { actions[$0] == nil } ?? true }
    let doors = DistinctTexts(unknown.compactMap(\.key?.text)).texts
    for (id, record) in zip(doors, try reader.doors(doors.map { Door.ID(trusted: $0) }))
    where record != nil {
      doorIDs.insert(Key.ID(trusted: id))
    }
  }

  private mutating func findDevices<Reader: StoreReader & ~Copyable>(
    _ taps: [TapRequest], in reader: borrowing Reader
  ) throws(StoreError) {
    var ids = DistinctTexts(capacity: taps.count)
    devicePlaces = taps.map { tap in
      tap.device.flatMap { Device.ID($0) }.map { ids.place(of: $0.text) }
    }
    devices = try reader.facts(ofDevices: ids.texts.map { Device.ID(trusted: $0) })
  }
}

/// Texts without their repeats, in the order in which they first came.
private struct DistinctTexts {
  private var places: [String: Int] = [:]
  private(set) var texts: [String] = []

  init(capacity: Int) {
    places.reserveCapacity(capacity)
    texts.reserveCapacity(capacity)
  }

  init(_ texts: [String]) {
    self.init(capacity: texts.count)
    for text in texts { _ = place(of: text) }
  }

  /// Where the text stands, at the end when it is new.
  mutating func place(of text: String) -> Int {
    let place = places[text, default: texts.count]
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    return place
  }
}
