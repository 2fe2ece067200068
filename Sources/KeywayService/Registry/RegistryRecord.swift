package import KeywayCore
import KeywayCrypto
package import KeywayStore

/// A record of the registry as it is printed.
package struct RegistryRecord: Hashable, Sendable {
  package let list: RegistryList
  /// The id, or an action's type.
  package let id: String
  /// As in the site file, with every field; of a removed record the id and `"state":"removed"`.
  package let object: JSONObject
  /// How many unlocks a key was charged; nil for other records. It is no field of the site file.
  package let uses: Int64?
  package let isRemoved: Bool

  /// Differs when any field does: 32 hexadecimal digits, the first half of the SHA-256 of the
  /// record's canonical JSON.
  package var revision: String {
    let bytes = CanonicalJSON.bytes(of: .object(object))
    return String(SHA256Hasher().hash(bytes.span).hex.prefix(32))
  }

  init(_ record: some RegistryEntity) {
    list = type(of: record).list
    id = record.id
    object = record.object
    uses = (record as? KeyRecord)?.uses
    isRemoved = record.isRemoved
  }
}

/// What became of one record; of a dry run, what would.
package struct RegistryResult: Hashable, Sendable {
  /// What was done with the record.
  package enum Kind: String, Sendable, CaseIterable {
    case added, changed, removed
    /// It was so already; nothing was written.
    case kept
  }

  package let kind: Kind
  /// After the change.
  package let record: RegistryRecord
}
