/// The members of a dictionary in the order of the file, each key once.
package struct PropertyListDictionary: Sendable {
  package typealias Member = (key: String, value: PropertyList)

  /// No two keys have the same UTF-8 bytes.
  package private(set) var members: [Member] = []
  private var places: [[UInt8]: Int] = [:]

  package init() {}

  /// Appends a member.
  ///
  /// - Returns: false, and nothing is appended, when the key is there already.
  package mutating func append(_ key: String, _ value: PropertyList) -> Bool {
    let bytes = Array(key.utf8)
    guard places[bytes] == nil else { return false }
    places[bytes] = members.count
    members.append((key, value))
    return true
  }

  /// The value of the key with these bytes.
  package subscript(key: String) -> PropertyList? {
    places[Array(key.utf8)].map { members[$0].value }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Of a key that stands twice the first value counts.
  package init(dictionaryLiteral elements: (String, PropertyList)...) {
    for (key, value) in elements { _ = append(key, value) }
  }
}

extension PropertyListDictionary: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.members.count == right.members.count
      && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}
