import KeywayCore
import KeywayStore

/// Counts the taps of one transaction against the buckets of devices, doors and senders.
///
/// A device's bucket is drawn on by its taps, a door's by those that nothing else refuses, so that
/// bad taps keep nobody out. What is refused before a device's bucket is asked, or names no known
/// device, draws on a larger one of its own that denies nobody who may enter; when that is empty
/// the refusals share entries.
struct Throttling {
  /// How many throttled taps of one subject are remembered each minute; of further ones a repeat
  /// is decided anew, so that a flood leaves no more than this.
  private static let mostRemembered: Int64 = 60
  /// How many minutes' tokens of the device's rate refusals may have entries at once.
  private static let refusalMinutes: Int64 = 100

  private struct Entry {
    let subject: ThrottleSubject
    var throttle = Throttle()
    var isChanged = false
  }

  private let now: Timestamp
  private let deviceRate: TokenRate?
  private let doorRate: TokenRate?
  private let refusalRate: TokenRate?
  private var entries: [Entry] = []
  /// For each tap where its device, or else its sender, and where its door stand in `entries`; nil
  /// where nothing is counted.
  private var places: [Int?]
  private var doorPlaces: [Int?]

  init<Reader: StoreReader & ~Copyable>(
    _ taps: [TapRequest], _ lookups: TapLookups, settings: ServiceSettings, now: Timestamp,
    in reader: borrowing Reader
  ) throws(StoreError) {
    self.now = now
    deviceRate = TokenRate(settings.deviceRate)
    doorRate = TokenRate(settings.doorRate)
    refusalRate = TokenRate(settings.deviceRate, minutes: Self.refusalMinutes)
    places = Array(repeating: nil, count: taps.count)
    doorPlaces = places
    if deviceRate != nil { findSubjects(taps, lookups) }
    if doorRate != nil { findDoors(lookups) }
    for (place, throttle) in try reader.throttles(entries.map(\.subject)).enumerated() {
      if let throttle { entries[place].throttle = throttle }
    }
  }

  private mutating func findSubjects(_ taps: [TapRequest], _ lookups: TapLookups) {
    var ofDevices = [Int?](repeating: nil, count: lookups.deviceCount)
    var ofOthers: [ThrottleSubject: Int] = [:]
    for index in taps.indices {
      if let device = lookups.devicePlace(at: index), lookups.device(at: index) != nil {
        let place = ofDevices[device] ?? add(.device(taps[index]))
        ofDevices[device] = place
        places[index] = place
      } else {
        let subject = ThrottleSubject.withoutDevice(taps[index])
        let place = ofOthers[subject] ?? add(subject)
        ofOthers[subject] = place
        places[index] = place
      }
    }
  }

  private mutating func findDoors(_ lookups: TapLookups) {
    var ofDoors: [Door.ID: Int] = [:]
    for index in doorPlaces.indices {
      guard let door = lookups.key(at: index)?.door else { continue }
      let place = ofDoors[door] ?? add(.door(door))
      ofDoors[door] = place
      doorPlaces[index] = place
    }
  }

  private mutating func add(_ subject: ThrottleSubject) -> Int {
    entries.append(Entry(subject: subject))
    return entries.count - 1
  }

  /// How long until the device of a tap has a token, in milliseconds; nil when it has one.
  func wait(ofDeviceAt index: Int) -> Int64? {
    guard let deviceRate, let place = places[index] else { return nil }
    return entries[place].throttle.tokens.wait(at: now, deviceRate)
  }

  /// How long until the door of a tap has a token, in milliseconds; nil when it has one.
  func wait(ofDoorAt index: Int) -> Int64? {
    guard let doorRate, let place = doorPlaces[index] else { return nil }
    return entries[place].throttle.tokens.wait(at: now, doorRate)
  }

  mutating func take(fromDeviceAt index: Int) {
    guard let deviceRate, let place = places[index] else { return }
    entries[place].throttle.tokens.take(at: now, deviceRate)
    entries[place].isChanged = true
  }

  mutating func take(fromDoorAt index: Int) {
    guard let doorRate, let place = doorPlaces[index] else { return }
    entries[place].throttle.tokens.take(at: now, doorRate)
    entries[place].isChanged = true
  }

  /// How long until a refusal of the tap's device or sender may have an entry of its own, in
  /// milliseconds; takes its token and gives nil when it may now.
  mutating func waitOrTakeRefusal(at index: Int) -> Int64? {
    guard let refusalRate, let place = places[index] else { return nil }
    if let wait = entries[place].throttle.refusals.wait(at: now, refusalRate) { return wait }
    entries[place].throttle.refusals.take(at: now, refusalRate)
    entries[place].isChanged = true
    return nil
  }

  /// What is kept of a refusal that shares its entry.
  mutating func note(
    _ reason: Refusal.Reason, at index: Int
  ) -> (isRecorded: Bool, isRemembered: Bool) {
    guard let place = places[index] else { return (true, true) }
    var throttle = entries[place].throttle
    let minute = now.milliseconds / 60_000
    if throttle.minute != minute {
      throttle.minute = minute
      throttle.noted = 0
      throttle.remembered = 0
    }
    let bit = Int64(1) << Int64(reason.place)
    let isRecorded = throttle.noted & bit == 0
    guard isRecorded || throttle.remembered < Self.mostRemembered else { return (false, false) }
    throttle.noted |= bit
    throttle.remembered += 1
    entries[place].throttle = throttle
    entries[place].isChanged = true
    return (isRecorded, true)
  }

  /// What has changed, to be saved with the decisions.
  var changes: [(ThrottleSubject, Throttle)] {
    entries.compactMap { $0.isChanged ? ($0.subject, $0.throttle) : nil }
  }
}
