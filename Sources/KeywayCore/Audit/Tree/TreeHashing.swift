/// How the log's tree hashes two nodes into the one above them.
///
/// The core has no cryptography of its own, so whoever builds or checks a tree brings this along.
package protocol TreeHashing {
  /// SHA-256(0x01 ‖ left ‖ right): RFC 6962, section 2.1.
  func node(_ left: Digest, _ right: Digest) -> Digest
}
