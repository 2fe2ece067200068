import KeywayCore
import KeywayStore

/// The course of a ``SetJob``: some devices at a time are read and put together beside those who
/// write, and then kept in a short transaction.
struct SetCourse {
  /// What some devices came to.
  struct Batch {
    /// To be delivered.
    var sets: [PublishedSet] = []
    /// How many of them are new versions.
    var issued = 0
    var failures: [SetFailure] = []
    /// Devices that were asked for and are gone.
    var removed: [Device.ID] = []
  }

  /// How often a device is tried whose set changes while it is put together.
  private static let tries = 5

  /// How many sets are kept at a time while others write.
  private static let shortTransaction = 16

  private let environment: ServiceEnvironment
  private let options: SetJob.Options
  private var composer: SetComposer
  private var queue: SetQueue?
  private var wanted: ArraySlice<Device.ID>
  private var overtaken: [Device.ID] = []
  private var tries = 0
  private var sweepAtStart: SetSweep?
  private var isDueOnly = false
  /// The latest instant for which sets were put together.
  private var latest = Timestamp(milliseconds: 0)
  /// How many devices were looked at.
  private(set) var looked = 0

  init(environment: ServiceEnvironment, options: SetJob.Options) {
    self.environment = environment
    self.options = options
    composer = SetComposer(language: options.language)
    wanted = options.devices?[...] ?? []
  }

  /// To be called first. When sets were put together for instants that are yet to come, all devices
  /// will be looked at, once.
  func begin() throws {
    guard options.isSweep else { return }
    let now = options.instant ?? environment.now()
    guard try environment.store.read({ try $0.setSweep() }).latest > now else { return }
    try environment.store.writePatiently { transaction in try transaction.setClockBack(to: now) }
  }

  /// The next ones, or nil when all are done.
  mutating func next() throws -> Batch? {
    let now = options.instant ?? environment.now()
    latest = max(latest, now)
    var batch = Batch()
    guard let compositions = try compose(at: now, &batch) else { return nil }
    let late = try keep(compositions, at: now)
    for composition in compositions where !late.contains(composition.result.source.device.id) {
      if options.onlyChanged, composition.result.isAcknowledged { continue }
      batch.sets.append(PublishedSet(composition))
      if composition.result.next != nil { batch.issued += 1 }
    }
    return batch
  }

  /// Notes that all devices have been looked at, unless some were left out.
  func finish() throws {
    guard options.isSweep, let sweepAtStart, sweepAtStart.seen < sweepAtStart.changes else {
      return
    }
    try environment.store.writePatiently { transaction in
      try transaction.noteSweep(changes: sweepAtStart.changes, at: latest)
    }
  }

  private mutating func compose(
    at now: Timestamp, _ batch: inout Batch
  ) throws -> [SetComposer.Composition]? {
    try environment.store.read { reader in
      let sweep = try composer.refresh(in: reader)
      if sweepAtStart == nil {
        sweepAtStart = sweep
        isDueOnly = options.isDueOnly(after: sweep, at: now)
      }
      guard let sources = try sources(at: now, in: reader, &batch) else { return nil }
      var compositions: [SetComposer.Composition] = []
      compositions.reserveCapacity(sources.count)
      for source in sources {
        do {
          compositions.append(try composer.compose(source, at: now, in: reader))
        } catch let error as StoreError where error.code == .corrupt {
          batch.failures.append(
            SetFailure(device: source.device.id.text, message: error.message))
        }
      }
      return compositions
    }
  }

  /// The next devices, or nil when there are no more; of those that were named, some may be left
  /// out.
  private mutating func sources<Reader: StoreReader & ~Copyable>(
    at now: Timestamp, in reader: borrowing Reader, _ batch: inout Batch
  ) throws -> [SetSource]? {
    if options.devices == nil {
      if queue == nil { queue = SetQueue(isDueOnly ? .due : .all, at: now) }
      if let sources = try queue?.next(in: reader) {
        looked += sources.count
        return sources
      }
    } else if !wanted.isEmpty {
      let page = Array(wanted.prefix(SetQueue.batch))
      wanted = wanted.dropFirst(SetQueue.batch)
      looked += page.count
      let sources = try named(page, in: reader, &batch)
      return isDueOnly ? sources.filter { $0.place.isDue(at: now) } : sources
    }
    guard !overtaken.isEmpty else { return nil }
    let again = overtaken
    overtaken = []
    tries += 1
    guard tries <= Self.tries else {
      batch.failures += again.map {
        SetFailure(device: $0.text, message: "its set kept changing; run the job again")
      }
      return []
    }
    return try reader.setSources(of: again).compactMap { $0 }
  }

  private func named<Reader: StoreReader & ~Copyable>(
    _ devices: [Device.ID], in reader: borrowing Reader, _ batch: inout Batch
  ) throws -> [SetSource] {
    var found: [SetSource] = []
    let sources = try reader.setSources(of: devices)
    for (device, source) in zip(devices, sources) {
      if let source {
        found.append(source)
      } else if try reader.devices([device])[0] != nil {
        batch.removed.append(device)
        batch.failures.append(SetFailure(device: device.text, message: "was removed"))
      } else {
        batch.failures.append(SetFailure(device: device.text, message: "is unknown"))
      }
    }
    return found
  }

  /// Keeps what they came to, and answers with those that changed meanwhile.
  private mutating func keep(
    _ compositions: [SetComposer.Composition], at now: Timestamp
  ) throws -> Set<Device.ID> {
    if options.isRehearsal { return [] }
    let news = compositions.map(\.result).filter(\.isNews)
    if news.isEmpty { return [] }
    let store = environment.store
    let size = store.hasCompany ? Self.shortTransaction : news.count
    var late: [Device.ID] = []
    for start in stride(from: 0, to: news.count, by: size) {
      let some = Array(news[start..<min(start + size, news.count)])
      late += try store.writePatiently { transaction in try transaction.save(some, at: now) }
      if size < news.count {
        // What is on the disk already keeps nobody waiting who commits next.
        try store.settle()
        store.maintainPatiently()
      }
    }
    overtaken += late
    return Set(late)
  }
}

extension SetPlace {
  func isDue(at now: Timestamp) -> Bool { dueAt.map { $0 <= now.milliseconds } ?? false }
}
