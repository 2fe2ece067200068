import KeywayCore
import KeywayStore

/// The text of a site file: one record a line, so that two versions compare well.
enum SiteFileText {
  /// Up to the first list.
  static let start = Array(#"{"keyway":1"#.utf8)
  static let end = Array("}\n".utf8)

  static func listStart(_ list: RegistryList) -> [UInt8] {
    Array(",\n\"\(list.rawValue)\":[".utf8)
  }

  static func record(_ record: JSONValue, isFirst: Bool) -> [UInt8] {
    var line = Array((isFirst ? "\n" : ",\n").utf8)
    CanonicalJSON.append(record, to: &line)
    return line
  }

  static func listEnd(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? "]" : "\n]").utf8) }

  /// A file as it was read; what does not belong into one stays, to be reported.
  static func bytes(of file: JSONObject) -> [UInt8] {
    var text = Array("{".utf8)
    for (index, member) in file.members.enumerated() {
      if index > 0 { text += Array(",\n".utf8) }
      CanonicalJSON.append(member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      if case .array(let records) = member.value {
        text.append(UInt8(ascii: "["))
        for (index, record) in records.enumerated() {
          text += self.record(taggingReals(in: record), isFirst: index == 0)
        }
        text += listEnd(isEmpty: records.isEmpty)
      } else {
        CanonicalJSON.append(member.value, to: &text)
      }
    }
    return text + end
  }

  /// Canonical JSON prints the real 1.0 as the integer 1; user info tells them apart, and has a
  /// tag for it.
  private static func taggingReals(in value: JSONValue) -> JSONValue {
    switch value {
    case .real(let number):
      return .object(["$real": .string("\(number)")])
    case .array(let elements):
      return .array(elements.map(taggingReals))
    case .object(let object):
      var tagged = JSONObject()
      for member in object.members { tagged[member.key] = taggingReals(in: member.value) }
      return .object(tagged)
    default:
      return value
    }
  }
}
