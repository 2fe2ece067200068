import Foundation
import Testing

@testable import KeywayWebhook

@Suite struct AddressScopeTests {
  private func scope(_ text: String) throws -> AddressScope {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let family = bytes.count == 16 ? AF_INET6 : AF_INET
    try #require(inet_pton(family, text, &bytes) == 1)
    return AddressScope(bytes)
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.255.255", "10.0.0.0", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.2.1", "::1", "fe80::1", "febf::1",
    "fec0::1", "fc00::1", "fdff::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::10.0.0.1",
    "2002:7f00:1::", "2001::1", "2001:db8::1",
  ])
  func `this machine and private networks are local, however they are written`(
    _ address: String
  ) throws {
    #expect(try scope(address) == .local)
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::",
    "::2", "ff02::1", "::ffff:0.0.0.0", "::ffff:224.0.0.1", "::127.0.0.1", "64:ff9b:1::1", "100::1",
    "4000::1",
  ])
  func `what is nobody's or many machines' is nobody`(_ address: String) throws {
    #expect(try scope(address) == .nobody)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
    "192.169.0.0", "100.63.255.255", "100.128.0.0", "223.255.255.255", "2606:4700::1111",
    "2001:4860:4860::8888", "2001:200::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::",
  ])
  func `the others are anybody's`(_ address: String) throws {
    #expect(try scope(address) == .global)
  }

  @Test func `bytes of another number are nobody`() {
    #expect(AddressScope([]) == .nobody)
    #expect(AddressScope([127, 0, 0, 1, 0]) == .nobody)
  }
}
