/// A certificate with its key, as the library reads them, or none.
struct ServerIdentity {
  /// Texts in PEM that end with a zero.
  let files: (certificate: [CChar], key: [CChar])?

  /// - Throws: `badCertificate` for one without the other, or what is not PEM.
  init(certificate: [UInt8]?, key: [UInt8]?) throws(HTTPServerError) {
    switch (certificate, key) {
    case (nil, nil): files = nil
    case (let certificate?, let key?):
      files = (try Self.text(certificate, "certificate"), try Self.text(key, "key"))
    default:
      throw HTTPServerError(.badCertificate, "a certificate and its key are needed together")
    }
  }

  private static func text(_ bytes: [UInt8], _ what: String) throws(HTTPServerError) -> [CChar] {
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw HTTPServerError(.badCertificate, "the \(what) is not a PEM file")
    }
    return bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
