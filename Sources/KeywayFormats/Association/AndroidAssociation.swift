import KeywayCore

/// The file `assetlinks.json`, by which Android opens links to a host in an app (Digital Asset
/// Links).
///
/// It says which apps, not which paths: those stand in the app's intent filter, where `/u/` is the
/// path prefix. Rules in `relation_extensions` are left out. Android and Apple read them differently
/// (how far a star goes, slashes at the end, escapes), Android 14 and earlier do not read them, and
/// one that Android cannot read puts the filter back in force, which is all that there is without
/// them.
package enum AndroidAssociation {
  private static var relation: String { "delegate_permission/common.handle_all_urls" }

  /// The file in canonical JSON, the same for every host; one statement a package, in the order in
  /// which packages first stand, with all its fingerprints, of which any will do.
  ///
  /// - Throws: ``AssociationError`` `noApp`, `repeatedApp` or `tooLarge`.
  package static func file(_ apps: [AndroidApp]) throws(AssociationError) -> [UInt8] {
    try AssociationFile.check(apps)
    var packages: [String] = []
    var fingerprints: [String: [JSONValue]] = [:]
    for app in apps {
      if fingerprints[app.package] == nil { packages.append(app.package) }
      fingerprints[app.package, default: []].append(.string(app.fingerprint.text))
    }
    return try AssociationFile.bytes(
      of: .array(packages.map { statement($0, fingerprints[$0, default: []]) }))
  }

  private static func statement(_ package: String, _ fingerprints: [JSONValue]) -> JSONValue {
    let target: JSONObject = [
      "namespace": .string("android_app"), "package_name": .string(package),
      "sha256_cert_fingerprints": .array(fingerprints),
    ]
    return .object(["relation": .array([.string(relation)]), "target": .object(target)])
  }
}
