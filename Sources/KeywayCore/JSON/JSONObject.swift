/// The members of a JSON object in the order in which they stand, each name once.
///
/// Two objects are equal when they have the same members in any order.
package struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One name with its value.
  package typealias Member = (key: String, value: JSONValue)

  /// In the order in which they were read or set; no two names have the same UTF-8 bytes.
  package private(set) var members: [Member]

  package init() {
    members = []
  }

  /// When a name stands twice, the later value takes the place of the earlier one.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }

  /// For members whose names have been checked to differ in their bytes; looks at none of them.
  package init(unique members: [Member]) {
    self.members = members
  }

  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }

  /// The value of the member whose name has these bytes; setting appends a new one, nil removes it.
  ///
  /// Looks through the members one by one.
  package subscript(key: String) -> JSONValue? {
    get {
      index(of: key).map { members[$0].value }
    }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    let wanted = ByteString(key)
    return members.firstIndex { ByteString($0.key) == wanted }
  }

  package static func == (left: Self, right: Self) -> Bool {
    guard left.members.count == right.members.count else { return false }
    if left.hasSameOrderedMembers(as: right.members) { return true }
    return left.sorted.hasSameOrderedMembers(as: right.sorted.members)
  }

  package func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var inner = Hasher()
      inner.combine(ByteString(member.key))
      inner.combine(member.value)
      sum &+= inner.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }

  /// The same object with its members in the order of RFC 8785, section 3.2.3.
  var sorted: Self {
    let isSorted = members.indices.dropFirst().allSatisfy {
      CanonicalJSON.precedes(members[$0 - 1].key, members[$0].key)
    }
    if isSorted { return self }
    return Self(unique: members.sorted { CanonicalJSON.precedes($0.key, $1.key) })
  }

  private func hasSameOrderedMembers(as others: [Member]) -> Bool {
    zip(members, others).allSatisfy {
      ByteString($0.key) == ByteString($1.key) && $0.value == $1.value
    }
  }
}
