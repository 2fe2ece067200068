package import KeywayCore

extension SHA256Hasher: TreeHashing {
  package func node(_ left: Digest, _ right: Digest) -> Digest {
    hash(prefix: 0x01, left, right)
  }
}
