package import KeywayCore

/// The JSON Schemas (draft 2020-12) of the files that others write and read, for
/// `keyway schema NAME`.
///
/// They say what a schema can: the grammar of each field. References, time zones and what the store
/// holds are checked when a file is read.
package enum Schema: String, Sendable, CaseIterable {
  /// A site file.
  case site
  /// One line of a recording.
  case recording
  /// A shortcut set.
  case set

  /// The schema as a value.
  package var json: JSONObject {
    var object: JSONObject = [
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": .string(title),
    ]
    let body =
      switch self {
      case .site: SiteSchema.file
      case .recording: RecordingSchema.line
      case .set: SetSchema.set
      }
    for member in body.members { object[member.key] = member.value }
    return object
  }

  /// Canonical JSON and a line feed.
  package var bytes: [UInt8] {
    CanonicalJSON.bytes(of: .object(json)) + [UInt8(ascii: "\n")]
  }

  private var title: String {
    switch self {
    case .site: "Keyway site file"
    case .recording: "Line of a Keyway recording"
    case .set: "Keyway shortcut set"
    }
  }
}
