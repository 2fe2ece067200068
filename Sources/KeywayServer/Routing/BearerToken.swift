import KeywayCore
import KeywayCrypto
import KeywayHTTP
import KeywayService

/// What a request shows of its right to ask (RFC 6750, section 2.1).
enum BearerToken {
  /// The digest of the token's text.
  ///
  /// - Throws: 401 where there is none, or what can be none.
  static func digest(of head: HTTPRequestHead) throws(Problem) -> Digest {
    let values = head.headers.all("Authorization")
    guard let value = values.first else {
      throw Problem(401, "unauthenticated", "this takes a token: Authorization: Bearer keyway_…")
    }
    let bytes = Array(value.utf8)
    let scheme = Array("bearer ".utf8)
    guard values.count == 1, bytes.count > scheme.count,
      zip(bytes, scheme).allSatisfy({ $0 | 0x20 == $1 })
    else { throw refused }
    let text = Array(bytes[scheme.count...].drop { $0 == 0x20 })
    guard let digest = TokenService.digest(ofSecret: text.span, hasher: SHA256Hasher()) else {
      throw refused
    }
    return digest
  }

  /// For a token that does not hold, for whatever reason.
  static let refused = Problem(401, "unauthenticated", "the token is not one that holds")
}
