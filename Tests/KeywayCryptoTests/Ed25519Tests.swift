import KeywayCore
import KeywayCrypto
import Testing

@Suite struct Ed25519Tests {
  @Test(arguments: Ed25519Vector.all)
  func `keys and signatures are those of RFC 8032`(_ vector: Ed25519Vector) throws {
    let key = try signingKey(vector.seed)
    #expect(key.verifyingKey.bytes == vector.publicKey)
    #expect(key.sign(vector.message.span) == vector.signature)
    let verifier = try verifyingKey(vector.publicKey)
    let holds = verifier.verify(vector.signature.span, of: vector.message.span)
    #expect(holds && verifier == key.verifyingKey)
  }

  @Test(arguments: Ed25519Vector.all)
  func `one changed bit of signature, message or key is found`(_ vector: Ed25519Vector) throws {
    func holds(_ key: [UInt8], _ signature: [UInt8], _ message: [UInt8]) throws -> Bool {
      try verifyingKey(key).verify(signature.span, of: message.span)
    }
    func changed(_ bytes: [UInt8], _ place: Int) -> [UInt8] {
      var bytes = bytes
      bytes[place] ^= 1 << UInt8(place % 8)
      return bytes
    }
    let (key, signature, message) = (vector.publicKey, vector.signature, vector.message)
    for place in 0..<64 { #expect(try !holds(key, changed(signature, place), message)) }
    for place in 0..<32 { #expect(try !holds(changed(key, place), signature, message)) }
    for place in message.indices where place % 16 == 0 || place == message.count - 1 {
      #expect(try !holds(key, signature, changed(message, place)))
    }
    #expect(try !holds(key, signature, message + [0]))
    #expect(try !holds(key, signature.dropLast(), message))
    #expect(try !holds(key, signature + [0], message))
    #expect(try !holds(key, [], message))
  }

  @Test func `a signature whose number is not reduced is refused`() throws {
    // RFC 8032, section 5.1.7, asks for S below L; S + L would also satisfy the equation.
    let order: [UInt8] = [
      0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
      0x14,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]
    let vector = try #require(Ed25519Vector.all.first)
    var signature = vector.signature
    var carry = 0
    for place in 0..<32 {
      let sum = Int(signature[32 + place]) + Int(order[place]) + carry
      signature[32 + place] = UInt8(sum & 0xff)
      carry = sum >> 8
    }
    #expect(carry == 0)
    let key = try verifyingKey(vector.publicKey)
    let holds = key.verify(signature.span, of: vector.message.span)
    #expect(!holds)
  }

  @Test func `bytes that are no key verify nothing`() throws {
    let vector = try #require(Ed25519Vector.all.first)
    for bytes in [[UInt8](repeating: 0xff, count: 32), [2] + [UInt8](repeating: 0, count: 31)] {
      let key = try verifyingKey(bytes)
      let holds = key.verify(vector.signature.span, of: vector.message.span)
      #expect(!holds)
    }
  }

  @Test(arguments: [0, 31, 33, 64])
  func `only 32 bytes make a key`(_ count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    let (signing, verifying) = (SigningKey(seed: bytes.span), VerifyingKey(bytes: bytes.span))
    #expect(signing == nil && verifying == nil)
  }

  @Test func `a new key is as random as its generator, and its seed makes it again`() throws {
    var random = SystemRandom()
    let keys = [SigningKey(using: &random), SigningKey(using: &random)]
    #expect(keys[0].verifyingKey != keys[1].verifyingKey)
    for key in keys {
      let seed = key.withSeed { seed in seed.indices.map { seed[$0] } }
      let again = try signingKey(seed)
      #expect(again.verifyingKey == key.verifyingKey)
    }
  }

  @Test func `wiping leaves nothing`() {
    var secret: [UInt8] = [1, 2, 3]
    wipe(&secret)
    #expect(secret == [])
    wipe(&secret)
  }
}
