import Foundation
import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

/// How Keyway and a broker know one another.
@Suite(
  .enabled(
    if: Broker.isInstalled && Certificates.isInstalled,
    "needs the packages mosquitto and openssl"))
struct CredentialTests {
  private static func encrypted(_ certificate: String) -> [String] {
    [
      "cafile FOLDER/ca.crt", "certfile FOLDER/\(certificate).crt",
      "keyfile FOLDER/\(certificate).key", "allow_anonymous true",
    ]
  }

  private static let user =
    "keyway:$7$101$SU9mkJxw5/PIeaC7$MtUyD39MqHcczO1MZ66m1eZ5JONB"
    + "+10UmKYPKf+VYmiPGCnvKGCX5ODshkslj4l4Mh1a526GawBH39RLyMNLJQ=="

  private func settings(_ broker: Broker, _ members: [String: String]) -> JSONObject {
    var settings = Fixtures.settings("homeassistant", broker)
    settings["broker"] = .string("mqtts://127.0.0.1:\(broker.port)")
    settings["caFile"] = .string(broker.folder + "/ca.crt")
    for (name, text) in members {
      settings[name] = .string(text.replacingOccurrences(of: "FOLDER", with: broker.folder))
    }
    return settings
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a broker with a certificate of its host is trusted`(_ host: String) throws {
    let broker = try Broker(Self.encrypted("broker"), prepare: Certificates.make)
    let settings = settings(broker, ["broker": "mqtts://\(host):\(broker.port)"])
    let lock = try PlayedLock(settings)
    #expect(Fixtures.driver.send(Fixtures.command(), settings).report == .acknowledged)
    #expect(lock.entries.count == 1)
  }

  @Test func `a broker with another host's certificate is told nothing`() throws {
    let broker = try Broker(Self.encrypted("elsewhere"), prepare: Certificates.make)
    let response = Fixtures.driver.send(Fixtures.command(), settings(broker, [:]))
    #expect(response.report == .neverReached(detail: "wrong_host_name"))
  }

  @Test func `a broker whose certificate nobody vouches for is told nothing`() throws {
    let broker = try Broker(Self.encrypted("broker"), prepare: Certificates.make)
    let response = Fixtures.driver.send(
      Fixtures.command(), settings(broker, ["caFile": "FOLDER/other.crt"]))
    #expect(response.report == .neverReached(detail: "certificate_not_trusted"))
    var system = settings(broker, [:])
    system["caFile"] = nil
    #expect(
      Fixtures.driver.send(Fixtures.command(), system).report
        == .neverReached(detail: "certificate_not_trusted"))
  }

  @Test func `a broker without encryption is told nothing in encryption`() throws {
    let broker = try Broker(prepare: Certificates.make)
    let response = Fixtures.driver.send(Fixtures.command(), settings(broker, [:]))
    #expect(response.report == .neverReached(detail: "tls_failed"))
  }

  @Test func `a broker that asks for a certificate gets it`() throws {
    let broker = try Broker(
      Self.encrypted("broker").dropLast() + [
        "require_certificate true", "use_identity_as_username true",
      ],
      prepare: Certificates.make)
    let settings = settings(
      broker, ["certificateFile": "FOLDER/client.crt", "keyFile": "FOLDER/client.key"])
    let lock = try PlayedLock(settings)
    #expect(Fixtures.driver.send(Fixtures.command(), settings).report == .acknowledged)
    #expect(lock.entries.count == 1)
    #expect(
      Fixtures.driver.send(Fixtures.command(), self.settings(broker, [:])).neverReached != nil)
    #expect(lock.entries.count == 1)
  }

  @Test(arguments: [
    ["caFile": "FOLDER/absent.crt"], ["caFile": "FOLDER/ca.key"],
    ["certificateFile": "FOLDER/absent.crt", "keyFile": "FOLDER/client.key"],
    ["certificateFile": "FOLDER/client.crt", "keyFile": "FOLDER/broker.key"],
    ["user": "keyway", "passwordFile": "FOLDER/absent"],
    ["user": "keyway", "passwordFile": "FOLDER"],
    ["user": "keyway", "passwordFile": "/dev/null"],
  ])
  func `without its own files Keyway tells nothing`(_ members: [String: String]) throws {
    let broker = try Broker(Self.encrypted("broker"), prepare: Certificates.make)
    let response = Fixtures.driver.send(Fixtures.command(), settings(broker, members))
    #expect(response.report == .neverReached(detail: "no_credentials"))
  }

  @Test func `a broker with passwords takes the right one only, as the file has it now`() throws {
    let broker = try Broker(["password_file FOLDER/users"]) { folder in
      // mosquitto_passwd's form: PBKDF2 with HMAC-SHA-512 of "correct horse", 101 rounds.
      try Data((Self.user + "\n").utf8).write(to: URL(fileURLWithPath: folder + "/users"))
    }
    let file = broker.folder + "/password"
    var settings = Fixtures.settings("zigbee2mqtt", broker)
    settings["user"] = .string("keyway")
    settings["passwordFile"] = .string(file)
    try Data("correct horse\n".utf8).write(to: URL(fileURLWithPath: file))
    let lock = try PlayedLock(settings)
    #expect(Fixtures.driver.send(Fixtures.command(), settings).report == .acknowledged)
    try Data("wrong horse\n".utf8).write(to: URL(fileURLWithPath: file))
    #expect(
      Fixtures.driver.send(Fixtures.command(), settings).report
        == .neverReached(detail: "not_authorized"))
    #expect(lock.entries.count == 1)
  }

  @Test func `a broker that lets Keyway neither hear nor speak is named`() throws {
    let broker = try Broker(["allow_anonymous true", "acl_file FOLDER/rules"]) { folder in
      try Data("topic read house/front\n".utf8).write(
        to: URL(fileURLWithPath: folder + "/rules"))
    }
    let response = Fixtures.driver.send(
      Fixtures.command(), Fixtures.settings("zigbee2mqtt", broker))
    #expect(response.report == .neverReached(detail: "not_authorized"))
  }
}
