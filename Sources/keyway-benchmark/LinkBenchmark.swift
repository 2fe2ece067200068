import CBenchmark
import KeywayCore

/// From the bytes of a link to the command that it asks for.
@safe struct LinkBenchmark {
  private static let linkCount = 256

  let report: BenchmarkReport
  private let router: DeepLinkRouter
  private let texts = ForeignTexts()
  private let bareRouter: benchmark_router

  init(report: BenchmarkReport) throws {
    self.report = report
    let configuration = try LinkConfiguration(
      schemes: ["keyway", "com.example.keyway"], hosts: ["unlock.example.com", "example.org"])
    router = DeepLinkRouter(configuration)
    unsafe bareRouter = unsafe texts.router(configuration)
  }

  func run() throws {
    try run("link custom") { "keyway://unlock/\($0)" }
    try run("link bare") { "xxx/\($0)" }
    try run("link universal") { "https://unlock.example.com/u/\($0)" }
    try run("link trackers") {
      "https://unlock.example.com/u/\($0)?utm_source=mail&utm_medium=email&fbclid=\($0)"
    }
    try run("link refused") { "https://unlock.example.com/u/\($0)/\($0)?utm_source=mail" }
  }

  private func run(_ name: String, _ make: (String) -> String) throws {
    var generator = BenchmarkGenerator(seed: 11)
    let links = (0..<Self.linkCount).map { index in
      Array(make(generator.id(at: 1_772_438_400_000 + Int64(index))).utf8)
    }
    let bare = unsafe links.map { unsafe texts.add($0) }
    try unsafe compare(name, links, bare)
    let times = report.options.isQuick ? 400 : 4_000
    let allocations = benchmark_allocations()
    let expected = routeAll(links, times: 1)
    let allocated = benchmark_allocations() - allocations
    var sums: [UInt64] = []
    report.pair(name, operations: times * links.count) {
      sums.append(routeAll(links, times: times) / UInt64(times))
    } bare: {
      var bareRouter = unsafe bareRouter
      sums.append(
        unsafe benchmark_route_all(&bareRouter, bare, bare.count, times) / UInt64(times))
    }
    guard sums.allSatisfy({ $0 == expected }) else { throw BenchmarkError("\(name): sums differ") }
    report.note("\(allocated) allocations in \(links.count) links")
  }

  private func routeAll(_ links: [[UInt8]], times: Int) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<times {
      for link in links {
        switch router.route(link.span) {
        case .success(let link): sum &+= UInt64(link.id.upperBound)
        case .failure(let rejection): sum &+= UInt64(rejection.place)
        }
      }
    }
    return sum
  }

  /// Both must answer the same to every link.
  private func compare(
    _ name: String, _ links: [[UInt8]], _ bare: [benchmark_bytes]
  ) throws {
    var bareRouter = unsafe bareRouter
    for index in links.indices {
      let link = links[index]
      let answer = unsafe benchmark_route(&bareRouter, bare[index].bytes, bare[index].count)
      let isSame =
        switch router.route(link.span) {
        case .success(let link):
          answer.rejection < 0 && Int(answer.form) == link.form.place
            && (answer.command == 1) == (link.command == .open)
            && (answer.is_signed == 1) == link.isSigned
            && Int(answer.id_start) == link.id.lowerBound
            && Int(answer.id_end) == link.id.upperBound
        case .failure(let rejection): Int(answer.rejection) == rejection.place
        }
      guard isSame else {
        throw BenchmarkError(
          "\(name): C answers otherwise to \(String(decoding: link, as: UTF8.self))")
      }
    }
  }
}

extension LinkRejection {
  /// Its place among all cases, without a search that would be measured too.
  var place: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
}

extension DeepLink.Form {
  var place: Int {
    switch self {
    case .bare: 0
    case .custom: 1
    case .universal: 2
    }
  }
}
