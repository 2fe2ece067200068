package import KeywayHTTP
import KeywayCore
import KeywayService
import KeywayStore

/// The service behind the transport: finds a request's route, asks who sends it, and has it
/// answered by a thread that may block.
package final class KeywayApplication: HTTPApplication {
  /// How many requests are worked on at a time, and how many may wait for it.
  private static let workers = 16
  private static let waiting = 256

  private let services: ServerServices
  private let router: HTTPRouter<Route>
  private let failures: FailedAuthentication
  private let gate: TapGate
  private let alarms = Alarms()
  private let crew = Crew(size: KeywayApplication.workers, queue: KeywayApplication.waiting)
  private let log: RequestLog
  private let metrics: Metrics
  private let stream: LogStream
  private let readiness: Readiness
  private let jobs: StreamCrew
  /// The threads that live as long as the service.
  private let threads = Crew(size: 8, queue: 8)

  /// - Parameters:
  ///   - folder: the one that the database is in.
  ///   - report: told of failures that the service cannot answer for.
  package init(
    services: ServerServices, log: RequestLog, metrics: Metrics = Metrics(), folder: String,
    report: @escaping @Sendable (any Error) -> Void
  ) {
    self.services = services
    self.log = log
    self.metrics = metrics
    stream = LogStream(services: services)
    readiness = Readiness(services: services, folder: folder)
    failures = FailedAuthentication(uptime: services.environment.uptime)
    jobs = StreamCrew(failed: report)
    let ends = CommandEnds(services: services, alarms: alarms, crew: crew)
    gate = TapGate(
      services: services, failures: failures,
      outcomes: TapOutcomes(services: services, ends: ends), metrics: metrics, report: report)
    router = Routes.router(
      Routes.Rooms(
        services: services, gate: gate, metrics: metrics, failures: failures, stream: stream,
        readiness: readiness, ends: ends, jobs: jobs))
  }

  /// Starts the threads that decide and send.
  package func start() {
    let (gate, alarms, runner) = (gate, alarms, services.runner)
    _ = threads.run { gate.run() }
    _ = threads.run { alarms.run() }
    _ = threads.run { runner.run() }
  }

  /// Says from now on that it is not ready.
  package func announceEnd() { readiness.stop() }

  /// Takes in nothing more, and waits until what was taken in is done and written. Blocks.
  ///
  /// - Returns: whether all was done within the time.
  package func finish(within limit: Duration) -> Bool {
    gate.close()
    _ = stream.finish(within: .seconds(2))
    var isDone = jobs.finish(within: limit)
    isDone = crew.finish(within: limit) && isDone
    isDone = services.runner.finish(within: limit) && isDone
    alarms.close()
    return threads.finish(within: limit) && isDone
  }

  package func receive(_ head: HTTPRequestHead) -> HTTPReception {
    switch router.match(head.method, head.path) {
    case .found(let route, _):
      switch route.body {
      case .none: return .read(limit: 0, within: .seconds(10))
      case .maybe where head.headers["Content-Type"] == nil:
        return .read(limit: 0, within: .seconds(10))
      case .of(let type, let limit), .maybe(let type, let limit):
        guard Self.hasType(type, head) else {
          return refuse(Problem(415, "unsupported_type", "the body has to be \(type)"), head, route)
        }
        return .read(limit: limit, within: limit > 1 << 20 ? .seconds(600) : .seconds(20))
      }
    case .noSuchPath: return refuse(Self.noSuchPath, head, nil)
    case .otherMethods(let methods):
      let allowed = (methods + ["OPTIONS"]).joined(separator: ", ")
      var response =
        head.method == "OPTIONS"
        ? HTTPResponse(status: 204)
        : Problem(405, "method_not_allowed", "this takes \(allowed)").response
      response.headers.add("Allow", allowed)
      return .refuse(logged(response, head, nil, since: services.environment.uptime()))
    }
  }

  package func answer(_ request: HTTPRequest, in exchange: any HTTPExchange) {
    let head = request.head
    let start = services.environment.uptime()
    guard case .found(let route, let parameters) = router.match(head.method, head.path) else {
      return exchange.respond(Self.noSuchPath.response)
    }
    let noted = NotedExchange(exchange) { [self] in logged($0, head, route, since: start) }
    switch route.handler {
    case .taps: put(request, noted)
    case .immediate(let body):
      let call = Call(head: head, body: request.body, parameters: parameters, principal: nil)
      noted.respond(Self.response(log) { try body(call) })
    case .blocking(let body):
      work(on: request, parameters, for: route, noted) { call, respond in
        respond(try body(call))
      }
    case .deferred(let body): work(on: request, parameters, for: route, noted, body)
    }
  }

  private func work(
    on request: HTTPRequest, _ parameters: [String], for route: Route, _ exchange: NotedExchange,
    _ body: @escaping @Sendable (Call, @escaping @Sendable (HTTPResponse) -> Void) throws -> Void
  ) {
    let isTaken = crew.run { [self] in
      do {
        let principal = try principal(request.head, for: route)
        try body(
          Call(
            head: request.head, body: request.body, parameters: parameters, principal: principal)
        ) { exchange.respond($0) }
      } catch {
        exchange.respond(Self.response(log) { throw error })
      }
      if request.head.method != "GET" { services.environment.store.maintain() }
    }
    if !isTaken { exchange.respond(Self.overloaded.response) }
  }

  private func put(_ request: HTTPRequest, _ exchange: NotedExchange) {
    do {
      gate.put(
        try TapPost(
          request, receivedAt: services.environment.now(), exchange: exchange))
    } catch {
      let problem = Problem(error)
      exchange.respond(
        (problem.status == 401 ? failures.answer(problem, to: request.head.client) : problem)
          .response)
    }
  }

  private func principal(_ head: HTTPRequestHead, for route: Route) throws -> Principal? {
    guard let roles = route.roles else { return nil }
    let found: Principal?
    do {
      let digest = try BearerToken.digest(of: head)
      found = try services.environment.store.read { reader in
        try services.tokens.authenticate([digest], in: reader)[0]
      }
    } catch let problem as Problem {
      throw failures.answer(problem, to: head.client)
    }
    guard let found else { throw failures.answer(BearerToken.refused, to: head.client) }
    services.tokenUses.note([found], at: services.environment.now())
    guard roles.contains(found.role) else {
      throw Problem(
        403, "forbidden", "a token of the role '\(found.role.rawValue)' may not do this")
    }
    return found
  }

  private func refuse(
    _ problem: Problem, _ head: HTTPRequestHead, _ route: Route?
  ) -> HTTPReception {
    .refuse(logged(problem.response, head, route, since: services.environment.uptime()))
  }

  private func logged(
    _ response: HTTPResponse, _ head: HTTPRequestHead, _ route: Route?, since start: Duration
  ) -> HTTPResponse {
    var response = response
    if response.status == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
    for (name, value) in Self.usual where response.headers[name] == nil {
      response.headers.add(name, value)
    }
    var bytes = 0
    if case .bytes(let body) = response.body { bytes = body.count }
    let duration = services.environment.uptime() - start
    metrics.note(route: route, status: response.status, duration: duration)
    log.note(
      head, route: route?.pattern.description, status: response.status, bytes: bytes,
      duration: duration)
    return response
  }

  private static let usual = [
    ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
  ]

  private static let noSuchPath = Problem(404, "not_found", "there is nothing of that path")
  private static let overloaded = Problem(
    503, "overloaded", "too many requests wait", retryAfter: 1)

  private static func response(
    _ log: RequestLog, _ body: () throws -> HTTPResponse
  ) -> HTTPResponse {
    do {
      return try body()
    } catch {
      let problem = Problem(error)
      if problem.status >= 500 { log.note("failure", ["message": .string("\(error)")]) }
      return problem.response
    }
  }

  /// Parameters such as `charset` are ignored: JSON is UTF-8 (RFC 8259, section 8.1).
  private static func hasType(_ type: String, _ head: HTTPRequestHead) -> Bool {
    let values = head.headers.all("Content-Type")
    guard values.count == 1 else { return false }
    let given = values[0].utf8.prefix { $0 != UInt8(ascii: ";") }
    return Substring(given).filter { $0 != " " && $0 != "\t" }.lowercased() == type
  }
}

/// Notes the answer of another exchange.
private struct NotedExchange: HTTPExchange {
  private let exchange: any HTTPExchange
  private let note: @Sendable (HTTPResponse) -> HTTPResponse

  init(_ exchange: any HTTPExchange, _ note: @escaping @Sendable (HTTPResponse) -> HTTPResponse) {
    self.exchange = exchange
    self.note = note
  }

  func respond(_ response: HTTPResponse) { exchange.respond(note(response)) }
}
