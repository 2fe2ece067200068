import KeywayCore
import KeywayService
import Testing

@testable import KeywayWebhook

@Suite(.enabled(if: EncryptedService.isInstalled, "needs the package openssl"))
struct EncryptionTests {
  private let house: TestHouse

  init() throws {
    house = try TestHouse()
  }

  /// What came of telling the service at that host, and all that it got to read.
  private func tell(
    _ service: EncryptedService, at host: String = "localhost", authorities: String? = nil
  ) throws -> (LockReport, String) {
    var settings = house.settings("https://\(host):\(service.port)/")
    settings["caFile"] = authorities.map { .string($0) }
    return (try house.tell(settings).report, service.finish())
  }

  private func expectUntold(_ outcome: (report: LockReport, text: String)) {
    #expect(outcome.report == .neverReached(detail: "tls"))
    #expect(!outcome.text.contains("POST"))
    #expect(!outcome.text.contains("unlock"))
  }

  @Test func `a service whose certificate is vouched for is told`() throws {
    let service = try EncryptedService(in: house.folder, names: "DNS:localhost")
    let (report, text) = try tell(service, authorities: service.certificate)
    #expect(report == .acknowledged)
    #expect(text.contains("POST / HTTP/1.1"))
  }

  @Test func `a service whose certificate nobody vouches for is not told`() throws {
    let service = try EncryptedService(in: house.folder, names: "DNS:localhost")
    expectUntold(try tell(service))
  }

  @Test func `a service that others vouch for is not told`() throws {
    let other = try EncryptedService(in: house.folder, names: "DNS:localhost")
    _ = other.finish()
    let service = try EncryptedService(in: house.folder, names: "DNS:localhost")
    expectUntold(try tell(service, authorities: other.certificate))
  }

  @Test func `a service whose certificate is for another name is not told`() throws {
    let service = try EncryptedService(in: house.folder, names: "DNS:other.example,IP:127.0.0.2")
    expectUntold(try tell(service, at: "127.0.0.1", authorities: service.certificate))
    let other = try EncryptedService(in: house.folder, names: "DNS:localhost.example,DNS:*")
    expectUntold(try tell(other, authorities: other.certificate))
  }

  @Test func `a service that speaks only an old version is not told`() throws {
    let service = try EncryptedService(
      in: house.folder, names: "DNS:localhost",
      options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
    expectUntold(try tell(service, authorities: service.certificate))
  }

  @Test func `without the file of authorities nobody is told`() throws {
    let service = try EncryptedService(in: house.folder, names: "DNS:localhost")
    expectUntold(try tell(service, authorities: house.folder + "/none.pem"))
  }
}
