/// What was tapped.
///
/// Two payloads are equal when their bytes are: the same link, or the same `type` and the same user
/// info, whatever `String` thinks of texts that look alike.
package enum TapPayload: Hashable, Sendable {
  /// An item of the Home Screen; an absent user info is an empty one.
  case item(type: String, userInfo: UserInfo)
  /// The bytes of a link, whatever they are.
  case link([UInt8])

  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.item(let leftType, let leftInfo), .item(let rightType, let rightInfo)):
      ByteString(leftType) == ByteString(rightType) && leftInfo == rightInfo
    case (.link(let left), .link(let right)): left == right
    case (.item, .link), (.link, .item): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .item(let type, let userInfo):
      hasher.combine(ByteString(type))
      hasher.combine(userInfo)
    case .link(let bytes): hasher.combine(bytes)
    }
  }
}
