import KeywayHTTP
import Testing

@Suite struct HTTPRouterTests {
  private static let router: HTTPRouter<String> = {
    var router = HTTPRouter<String>()
    router.add("GET", "/healthz", "health")
    router.add("POST", "/v1/taps", "tap")
    router.add("GET", "/v1/devices", "devices")
    router.add("GET", "/v1/devices/{id}", "device")
    router.add("DELETE", "/v1/devices/{id}", "remove")
    router.add("GET", "/v1/devices/{id}/shortcuts", "set")
    router.add("GET", "/v1/devices/stale", "stale")
    router.add("GET", "/v1/log/{path...}", "log")
    router.add("GET", "/v1/{list}/{id}/history", "history")
    return router
  }()

  struct Vector: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let expected: String

    init(_ method: String, _ path: String, _ expected: String) {
      self.method = method
      self.path = path
      self.expected = expected
    }

    var testDescription: String { "\(method) \(path)" }

    static let all: [Vector] = [
      Vector("GET", "/healthz", "health"), Vector("HEAD", "/healthz", "health"),
      Vector("POST", "/v1/taps", "tap"), Vector("GET", "/v1/taps", "405 POST"),
      Vector("get", "/healthz", "405 GET,HEAD"), Vector("GET", "/v1/devices/p1", "device p1"),
      Vector("DELETE", "/v1/devices/p1", "remove p1"),
      Vector("PUT", "/v1/devices/p1", "405 DELETE,GET,HEAD"),
      Vector("GET", "/v1/devices/p1/shortcuts", "set p1"),
      Vector("GET", "/v1/devices/stale", "stale"),
      Vector("GET", "/v1/log/tile/0/001.p/2", "log tile/0/001.p/2"),
      Vector("GET", "/v1/log/checkpoint", "log checkpoint"),
      Vector("GET", "/v1/devices/stale/history", "history devices,stale"),
      Vector("GET", "/v1/devices/stale/shortcuts", "set stale"),
      Vector("GET", "/v1/devices/%70", "device %70"), Vector("GET", "/v1/devices/..", "device .."),
    ]

    static let lost = [
      "/", "", "*", "healthz", "//healthz", "/healthz/", "/v1/devices/", "/v1//devices",
      "/v1/devices//shortcuts", "/v1/%64evices", "/v1/devices/p/q", "/v1/devices/p1/shortcuts/",
      "/V1/devices", "/v1/devices;x", "/v1/log", "/v1/log/", "/v1/log/a//b", "http://h/healthz",
      "/v1",
    ]
  }

  @Test(arguments: Vector.all)
  func `a route is found by method and path, and says its methods`(_ vector: Vector) {
    let found =
      switch Self.router.match(vector.method, vector.path) {
      case .found(let endpoint, let parameters):
        parameters.isEmpty ? endpoint : "\(endpoint) \(parameters.joined(separator: ","))"
      case .noSuchPath: "404"
      case .otherMethods(let methods): "405 \(methods.joined(separator: ","))"
      }
    #expect(found == vector.expected)
  }

  @Test(arguments: Vector.lost)
  func `other spellings of a path lead nowhere`(_ path: String) {
    guard case .noSuchPath = Self.router.match("GET", path) else {
      Issue.record("\(path) leads somewhere")
      return
    }
  }
}
