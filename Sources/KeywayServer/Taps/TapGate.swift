import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Decides the taps that phones send: all that arrive while a commit is made share the next one.
final class TapGate: Sendable {
  /// How many requests may wait for the next commit.
  private static let capacity = 2_048
  /// How many share a commit.
  private static let atOnce = 512

  private let services: ServerServices
  private let failures: FailedAuthentication
  private let outcomes: TapOutcomes
  private let metrics: Metrics
  private let posts = Mailbox<TapPost>(capacity: TapGate.capacity)
  private let report: @Sendable (any Error) -> Void

  /// - Parameter report: told of failures of the store.
  init(
    services: ServerServices, failures: FailedAuthentication, outcomes: TapOutcomes,
    metrics: Metrics,
    report: @escaping @Sendable (any Error) -> Void
  ) {
    self.services = services
    self.failures = failures
    self.outcomes = outcomes
    self.metrics = metrics
    self.report = report
  }

  /// Takes taps in, or answers at once that too many wait. Does not block.
  func put(_ post: TapPost) {
    if posts.put(post) { return }
    post.answer(Problem(503, "overloaded", "too many taps wait to be decided", retryAfter: 1))
  }

  /// How many requests wait.
  var count: Int { posts.count }

  /// Decides until it is closed and nobody waits any more. Blocks: for a thread of its own.
  func run() {
    while true {
      let posts = posts.take(atMost: Self.atOnce)
      if posts.isEmpty { return }
      decide(posts)
      services.environment.store.maintain()
    }
  }

  /// Takes in nothing more.
  func close() { posts.close() }

  private func decide(_ posts: [TapPost]) {
    do {
      try answer(posts)
    } catch {
      report(error)
      // What cannot be read of one tap is not to keep others outside.
      let isOwn = (error as? StoreError).map { $0.code == .corrupt } ?? true
      if isOwn, posts.count > 1 { return posts.forEach { decide([$0]) } }
      for post in posts { post.answer(Problem(error)) }
    }
  }

  private func answer(_ posts: [TapPost]) throws {
    let services = services
    let principals = try services.environment.store.read { reader in
      try services.tokens.authenticate(posts.map(\.digest), in: reader)
    }
    var taps: [TapRequest] = []
    var admitted: [(post: TapPost, requests: [TapRequest?])] = []
    for (post, principal) in zip(posts, principals) {
      do throws(Problem) {
        let requests = try self.requests(of: post, principal)
        taps += requests.compactMap { $0 }
        admitted.append((post, requests))
      } catch {
        post.answer(error)
      }
    }
    services.tokenUses.note(principals, at: services.environment.now())
    var answers: [TapAnswer] = []
    if !taps.isEmpty {
      let start = services.environment.uptime()
      answers = try services.unlocking.decide(taps)
      metrics.note(answers, duration: services.environment.uptime() - start)
    }
    answers.reverse()
    for (post, requests) in admitted {
      let decided = requests.map { request in
        request.flatMap { request in answers.popLast().map { (request, $0) } }
      }
      for case let (_, answer)? in decided { send(answer) }
      outcomes.answer(post, decided)
    }
  }

  /// A repeat never actuates, and a command that was joined is on its way already.
  private func send(_ answer: TapAnswer) {
    guard let command = answer.command, answer.repeated == nil, answer.joining == .new else {
      return
    }
    services.runner.send(command, by: answer.deadline)
  }

  /// Nil for the echo of an old tap, which carries none.
  private func requests(
    of post: TapPost, _ principal: Principal?
  ) throws(Problem) -> [TapRequest?] {
    guard let principal else {
      throw failures.answer(BearerToken.refused, to: post.head.client)
    }
    guard principal.role == .device, let device = principal.device else {
      throw Problem(403, "forbidden", "only a phone's own token sends taps")
    }
    var requests: [TapRequest?] = []
    for message in post.messages {
      guard message.device.map({ $0 == device }) ?? true else {
        throw Problem(403, "forbidden", "the token is another phone's")
      }
      requests.append(
        message.delivery.carriesTap
          ? TapRequest(message, device: device, receivedAt: post.receivedAt) : nil)
    }
    return requests
  }
}

extension TapRequest {
  /// The tap of a message that carries one.
  init(_ message: TapMessage, device: Device.ID, receivedAt: Timestamp) {
    let delivery = message.delivery
    self.init(
      tap: TapIdentity(sender: "device:\(device)", id: message.tap), device: device.text,
      payload: delivery.payload, channel: delivery.channel, at: delivery.at, sent: message.sent,
      receivedAt: receivedAt, isConfirmed: delivery.flags.contains(.confirmed),
      listVersion: delivery.list)
  }
}
