package import KeywayCore
package import KeywayStore

/// Makes the sets of many devices and brings them to a sink: each version is kept before it is
/// delivered, so that a job that died is done again without a version missing or given twice.
package struct SetJob {
  /// What the job does.
  package struct Options: Sendable {
    /// Whether only devices are given a set that have not acknowledged the one they should show.
    package var onlyChanged = false
    /// Those devices only, or nil for all.
    package var devices: [Device.ID]?
    /// The language of the texts, or nil for each device's own.
    package var language: String?
    /// When the sets are for; nil for when each is made. Of a rehearsal only.
    package var instant: Timestamp?
    /// Whether nothing is kept: sets are then those that would be issued.
    package var isRehearsal = false

    package init() {}

    /// Whether no others have to be looked at than those that are due at an instant. Which are due
    /// is known of sets in the devices' own languages only.
    func isDueOnly(after sweep: SetSweep, at instant: Timestamp) -> Bool {
      onlyChanged && language == nil && sweep.tells(at: instant)
    }

    /// Whether all devices will have been looked at, and what came of it kept.
    var isSweep: Bool { devices == nil && language == nil && !isRehearsal }
  }

  /// What came of it.
  package struct Report: Hashable, Sendable {
    /// How many sets were delivered.
    package var delivered = 0
    /// How many of them were new versions.
    package var issued = 0
    /// Those that failed first; ``failureCount`` counts all.
    package var failures: [SetFailure] = []
    package var failureCount = 0

    static let mostFailures = 1000

    mutating func add(_ failures: [SetFailure]) {
      failureCount += failures.count
      self.failures += failures.prefix(max(0, Self.mostFailures - self.failures.count))
    }
  }

  /// When so many bytes have gathered, they are made to last together and delivered.
  private static let bundle = 1 << 19

  private let environment: ServiceEnvironment
  private let options: Options

  package init(environment: ServiceEnvironment, options: Options) {
    self.environment = environment
    self.options = options
  }

  /// How many devices the job will look at; fewer may be given a set. Blocks.
  package func count() throws -> Int {
    if let devices = options.devices { return devices.count }
    let now = options.instant ?? environment.now()
    return try environment.store.read { reader in
      let isDueOnly = options.isDueOnly(after: try reader.setSweep(), at: now)
      return try reader.setSourceCount(dueAt: isDueOnly ? now : nil)
    }
  }

  /// The right to do such a job, for those who have to know at once whether they have it; nil for a
  /// rehearsal, which needs none.
  ///
  /// - Throws: `busy` when such a job is being done.
  package func claim() throws(StoreError) -> (any JobClaim)? {
    options.isRehearsal ? nil : try environment.store.claim("generate")
  }

  /// Does it all. Blocks, for minutes when there are millions; taps are decided meanwhile.
  ///
  /// - Parameters:
  ///   - claim: nil where it has yet to be taken.
  ///   - progress: told how many devices were looked at so far.
  /// - Throws: `StoreError` `busy` when such a job is being done; what the sink throws.
  package func run(
    to sink: inout some SetSink, under claim: (any JobClaim)? = nil,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Report {
    let claim = try claim ?? self.claim()
    defer { withExtendedLifetime(claim) {} }
    var course = SetCourse(environment: environment, options: options)
    try course.begin()
    var bundle = SetBundle()
    var report = Report()
    while let batch = try course.next() {
      report.issued += batch.issued
      report.add(batch.failures)
      for set in batch.sets { bundle.append(set) }
      if bundle.bytes.count >= Self.bundle { try deliver(&bundle, to: &sink, &report) }
      if !batch.removed.isEmpty { report.add(try sink.remove(batch.removed)) }
      try progress(course.looked)
    }
    try deliver(&bundle, to: &sink, &report)
    if !options.isRehearsal {
      if report.failureCount == 0 { try course.finish() }
      try environment.store.settle()
      if options.devices == nil { report.add(try removeGone(from: &sink)) }
    }
    return report
  }

  private func deliver(
    _ bundle: inout SetBundle, to sink: inout some SetSink, _ report: inout Report
  ) throws {
    if bundle.isEmpty { return }
    // Also versions that were kept by a job that died before they lasted.
    if !options.isRehearsal { try environment.store.settle() }
    let failures = try sink.deliver(bundle)
    report.delivered += bundle.devices.count - failures.count
    report.add(failures)
    bundle.removeAll()
    if !options.isRehearsal { environment.store.maintainPatiently() }
  }

  private func removeGone(from sink: inout some SetSink) throws -> [SetFailure] {
    var last: Device.ID?
    var failures: [SetFailure] = []
    while true {
      let gone = try environment.store.read { reader in
        try reader.removedDevices(after: last, limit: SetQueue.batch)
      }
      guard let end = gone.last else { return failures }
      failures += try sink.remove(gone)
      last = end
    }
  }
}
