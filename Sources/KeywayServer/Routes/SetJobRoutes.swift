import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// The sets of many phones.
struct SetJobRoutes: Sendable {
  /// In how many seconds another job may be tried.
  private static let pause: Int64 = 10

  let services: ServerServices
  let jobs: StreamCrew

  var routes: [Route] {
    [
      Route(
        "POST", "/v1/shortcut-sets", for: [.job], body: .longJSON,
        .blocking { call in try generate(call) }),
      Route(
        "POST", "/v1/shortcut-sets/ack", for: [.job], body: .lines,
        .blocking { call in try acknowledge(call) }),
    ]
  }

  /// The sets as they come, one a line. A reader who goes away ends the job; what was kept for it
  /// is given again by the next one.
  private func generate(_ call: Call) throws -> HTTPResponse {
    _ = try call.query()
    try call.requireNoScope()
    let job = SetJob(
      environment: services.environment,
      options: try Self.options(
        call.object(
          of: "changed", "devices", "language", "at", "dryRun")))
    let claim = Monitor(try Self.claim(job))
    let stream = jobs.run { stream in
      var sink = StreamSink(stream: stream)
      // It ends before the answer does, so that who has read that may begin the next job.
      let own = claim.change { claim in
        defer { claim = nil }
        return claim
      }
      let report = try job.run(to: &sink, under: own)
      if report.failureCount > 0 { try stream.write(Self.lastLine(report)) }
    }
    guard let stream else {
      throw Problem(503, "overloaded", "too many jobs are being done", retryAfter: Self.pause)
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/jsonl"], body: .stream(stream))
  }

  private func acknowledge(_ call: Call) throws -> HTTPResponse {
    _ = try call.query()
    try call.requireNoScope()
    let lines = try AcknowledgementLines(call.body)
    do {
      try services.shortcuts.acknowledge(lines.versions)
    } catch let error as ServiceError {
      guard let bad = try services.shortcuts.firstUnacceptable(of: lines.versions) else {
        throw error
      }
      throw AcknowledgementLines.problem(
        409, "never_issued", line: lines.numbers[bad.index],
        path: bad.problem.code == .notFound ? "device" : "version", bad.problem.message)
    }
    return .json(.object(["acknowledged": .integer(Int64(lines.versions.count))]))
  }

  private static func claim(_ job: SetJob) throws -> (any JobClaim)? {
    do throws(StoreError) {
      return try job.claim()
    } catch {
      guard error.code == .busy else { throw error }
      throw Problem(409, "busy", "another job makes sets; one runs at a time", retryAfter: pause)
    }
  }

  private static func options(_ object: JSONObject) throws(Problem) -> SetJob.Options {
    var options = SetJob.Options()
    options.onlyChanged = try object.flag("changed")
    options.isRehearsal = try object.flag("dryRun")
    options.language = try ShortcutRoutes.language(object.string("language"))
    if let text = try object.string("at") {
      do throws(TimeTextError) {
        options.instant = try Timestamp(parsing: text.utf8.span)
      } catch {
        throw Problem(400, "invalid", "at: \(error.message)")
      }
      guard options.isRehearsal else {
        throw Problem(400, "invalid", "at: takes dryRun as well")
      }
    }
    switch object["devices"] {
    case nil, .null?: break
    case .array(let elements)?:
      options.devices = try elements.enumerated().map { (index, element) throws(Problem) in
        guard case .string(let text) = element, let id = Device.ID(text) else {
          throw Problem(400, "invalid", "devices[\(index)]: is not the id of a device")
        }
        return id
      }
    default: throw Problem(400, "invalid", "devices: is a list of ids")
    }
    return options
  }

  /// The phones whose set failed; `failures` counts them where not all are named.
  private static func lastLine(_ report: SetJob.Report) -> [UInt8] {
    var line: JSONObject = [
      "failed": .array(
        report.failures.map {
          .object(["device": .string($0.device), "message": .string($0.message)])
        })
    ]
    if report.failureCount > report.failures.count {
      line["failures"] = .integer(Int64(report.failureCount))
    }
    return CanonicalJSON.bytes(of: .object(line)) + [0x0A]
  }
}

/// Sets as lines of an answer.
private struct StreamSink: SetSink {
  let stream: HTTPStream

  func deliver(_ bundle: SetBundle) throws -> [SetFailure] {
    try stream.write(bundle.bytes)
    return []
  }

  func remove(_ devices: [Device.ID]) -> [SetFailure] { [] }
}
