import KeywayCore
import KeywayStore

extension SiteFile {
  /// Reads a file after giving a new id to each door, holder, device and key that has none.
  ///
  /// The bytes are the whole file in the layout of an export, one record a line in canonical JSON,
  /// to be kept in place of the one that was read. Actions are named by their app: a missing type
  /// stays an error.
  package static func assigningIDs(
    parsing bytes: [UInt8], environment: ServiceEnvironment
  ) throws(RegistryError) -> (file: SiteFile, bytes: [UInt8]) {
    var object = try outline(of: bytes)
    for list in RegistryList.allCases where list != .actions {
      guard case .array(var elements)? = object[list.rawValue] else { continue }
      for index in elements.indices {
        guard case .object(var record) = elements[index], record["id"] == nil else { continue }
        record["id"] = .string(environment.makeIdentifier(in: list))
        elements[index] = .object(record)
      }
      object[list.rawValue] = .array(elements)
    }
    return (try SiteFile(object, source: bytes), SiteFileText.bytes(of: object))
  }
}
