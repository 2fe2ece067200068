/// The `userInfo` of an item: typed as a property list is, in one normal form.
///
/// Text, booleans, integers, reals, arrays and objects stand as JSON has them; what JSON cannot
/// say is tagged: `{"$real":"1.0"}`, `{"$integer":"9007199254740993"}`, `{"$date":"2026-…Z"}`,
/// `{"$data":"base 64"}`. Two values are equal when their canonical JSON texts are.
package struct UserInfo: Hashable, Sendable {
  /// The normalised members: a tag is used only where plain JSON would lose the type.
  package let object: JSONObject

  /// No user info, which iOS does not tell from an absent one.
  package static let empty = UserInfo(normalised: JSONObject())

  /// The member that Keyway adds to dynamic items: the version of the set that they belong to.
  package static let listMember = "keyway.list"

  package var isEmpty: Bool { object.members.isEmpty }

  /// For an object that was normalised before it was stored.
  package init(normalised object: JSONObject) {
    self.object = object
  }

  /// Reads a member of a file or a recording.
  ///
  /// - Parameter allowingListMember: whether `keyway.list` may stand in it: it does in what a phone
  ///   delivers, and must not in what an operator writes.
  /// - Throws: ``UserInfoError`` with the path of the first value that cannot stand in user info.
  package init(_ object: JSONObject, allowingListMember: Bool) throws(UserInfoError) {
    if !allowingListMember, object[UserInfo.listMember] != nil {
      throw UserInfoError(
        path: [UserInfo.listMember], message: "is added by Keyway and cannot be set")
    }
    self.object = try UserInfoReader.normalise(object, path: [])
  }

  /// The same with the version of the set that the item belongs to.
  package func adding(listVersion: Int64) -> UserInfo {
    var object = object
    object[UserInfo.listMember] = .integer(listVersion)
    return UserInfo(normalised: object)
  }
}

/// Says which value of a user info cannot stand there, and why.
package struct UserInfoError: Error, Hashable, Sendable {
  /// The members and indices that lead to the value.
  package let path: [String]
  package let message: String
}
