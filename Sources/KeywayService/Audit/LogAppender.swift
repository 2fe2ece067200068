package import KeywayCore
package import KeywayCrypto
package import KeywayStore

/// Builds the entries of one transaction: numbers them, writes their JSON and hashes it.
package final class LogAppender {
  let hasher: SHA256Hasher
  private var writer = JSONWriter()
  /// The entries so far, in order, to be appended before the transaction ends.
  package private(set) var entries: [LogEntry] = []
  /// The sequence number that the next entry will have.
  package private(set) var nextSequence: Int64

  /// - Parameter size: how many entries the log has.
  package init(after size: Int64, hasher: SHA256Hasher) {
    nextSequence = size
    self.hasher = hasher
  }

  /// Adds an entry whose canonical JSON the body writes, with the sequence number that it is given
  /// as the member `seq`; returns that number.
  @discardableResult
  package func append(_ write: (Int64, inout JSONWriter) -> Void) -> Int64 {
    writer.removeAll(keepingCapacity: true)
    write(nextSequence, &writer)
    return add(writer.copy())
  }

  /// Adds an entry with these members and `seq`; returns its sequence number.
  @discardableResult
  package func append(_ members: JSONObject) -> Int64 {
    var object = members
    object["seq"] = .integer(nextSequence)
    return add(CanonicalJSON.bytes(of: .object(object)))
  }

  private func add(_ body: [UInt8]) -> Int64 {
    let sequence = nextSequence
    let leaf = hasher.hash(prefix: 0x00, body.span)
    entries.append(LogEntry(sequence: sequence, leaf: leaf, body: body))
    nextSequence += 1
    return sequence
  }
}
