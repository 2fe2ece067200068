import KeywayCore
import KeywayCrypto
import Testing

/// A message and its digest, from RFC 6234, section 8.5, and FIPS 180-4's examples.
struct DigestVector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let message: [UInt8]
  let hex: String

  static let all = [
    DigestVector(
      testDescription: "empty", message: [],
      hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    DigestVector(
      testDescription: "abc", message: Array("abc".utf8),
      hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    DigestVector(
      testDescription: "two blocks",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    DigestVector(
      testDescription: "a million times a", message: Array(repeating: 0x61, count: 1_000_000),
      hex: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    DigestVector(
      testDescription: "one byte", message: [0x19],
      hex: "68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4"),
  ]
}

@Suite struct SHA256Tests {
  @Test(arguments: DigestVector.all)
  func `digests are those of RFC 6234`(_ vector: DigestVector) {
    let digest = SHA256Hasher().hash(vector.message.span)
    #expect(digest.hex == vector.hex)
  }

  @Test func `one hasher hashes many messages, each from the start`() {
    let hasher = SHA256Hasher()
    for _ in 0..<3 {
      for vector in DigestVector.all {
        let digest = hasher.hash(vector.message.span)
        #expect(digest.hex == vector.hex)
      }
    }
  }

  @Test(arguments: DigestVector.all)
  func `a prefix is hashed as the first byte`(_ vector: DigestVector) {
    let hasher = SHA256Hasher()
    let prefixed = [0] + vector.message
    let whole = hasher.hash(prefixed.span)
    let leaf = hasher.hash(prefix: 0, vector.message.span)
    let other = hasher.hash(prefix: 1, vector.message.span)
    #expect(leaf == whole && other != whole)
  }

  @Test func `leaves and nodes are those of the RFC 6962 reference tree`() {
    let hasher = SHA256Hasher()
    let empty = hasher.hash(prefix: 0, [UInt8]().span)
    #expect(empty.hex == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
    let node = hasher.hash(prefix: 1, empty, hasher.hash(prefix: 0, [UInt8]([0]).span))
    #expect(node.hex == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125")
  }

  @Test func `pieces hash like the whole, and begin forgets pieces`() {
    let hasher = SHA256Hasher()
    hasher.begin()
    hasher.add(Array("rest of before".utf8).span)
    hasher.begin()
    hasher.add(Array("a".utf8).span)
    hasher.add(Array("bc".utf8).span)
    #expect(hasher.finish().hex == DigestVector.all[1].hex)
  }
}
