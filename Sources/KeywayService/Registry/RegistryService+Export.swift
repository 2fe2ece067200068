import KeywayCore
import KeywayStore

extension RegistryService {
  /// Writes the registry as a site file, piece by piece and from one state of the store: all five
  /// lists, one record a line in canonical JSON, in the order of the ids' bytes, with every field
  /// and removed ids. Imported into an empty store it exports as the same bytes.
  ///
  /// The body must not call a store.
  package func export(_ body: ([UInt8]) throws -> Void) throws {
    try environment.store.read { reader in
      try body(SiteFileText.start)
      for list in RegistryList.allCases {
        try body(SiteFileText.listStart(list))
        var isEmpty = true
        try Self.forEach(list, in: reader) { record in
          try body(SiteFileText.record(.object(record.object), isFirst: isEmpty))
          isEmpty = false
        }
        try body(SiteFileText.listEnd(isEmpty: isEmpty))
      }
      try body(SiteFileText.end)
    }
  }

  /// The same in one piece.
  package func export() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try export { bytes += $0 }
    return bytes
  }
}
