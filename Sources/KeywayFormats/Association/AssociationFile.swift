import KeywayCore

/// What both site-association files have in common.
package enum AssociationFile {
  /// In bytes. Apple's limit as it is handed down, uncompressed; nobody names one of Android's.
  package static var maximumSize: Int { 128 << 10 }

  static func check<App: Hashable & CustomStringConvertible>(
    _ apps: [App]
  ) throws(AssociationError) {
    guard !apps.isEmpty else {
      throw AssociationError(code: .noApp, message: "no app is named")
    }
    try checkDistinct(apps)
  }

  /// Refuses a list in which something stands twice.
  ///
  /// - Throws: ``AssociationError`` `repeatedApp`.
  package static func checkDistinct<App: Hashable & CustomStringConvertible>(
    _ apps: [App]
  ) throws(AssociationError) {
    var seen: Set<App> = []
    for app in apps where !seen.insert(app).inserted {
      throw AssociationError(
        code: .repeatedApp, message: "\(app.description.debugDescription) is listed twice")
    }
  }

  static func bytes(of value: JSONValue) throws(AssociationError) -> [UInt8] {
    let bytes = CanonicalJSON.bytes(of: value)
    guard bytes.count <= maximumSize else {
      throw AssociationError(
        code: .tooLarge,
        message: "the file would have \(bytes.count) bytes, and phones read \(maximumSize) at most")
    }
    return bytes
  }
}
