import KeywayCore

extension QuickActionReader {
  /// What stands in a set, and that in a site file, has to be within what is read of JSON.
  private static let deepestUserInfo = 48
  /// In bytes: a small text names a great value many times.
  static let mostGrowth = 1 << 20
  private static let mostGrowthOfItem = 64 << 10

  /// Something is wrong with it, and was reported.
  private struct Rejection: Error {}

  mutating func userInfo(of item: PropertyListDictionary, _ index: Int) -> UserInfo {
    guard let value = item[QuickActionKey.userInfo.rawValue] else { return .empty }
    guard case .dictionary(let raw) = value else {
      report(.error, .userInfo, index, value.mismatch("a dictionary"))
      return .empty
    }
    guard value.depth <= Self.deepestUserInfo else {
      report(
        .error, .userInfo, index,
        "has more than \(Self.deepestUserInfo) arrays and dictionaries inside one another")
      return .empty
    }
    let unreadable = value.unreadable
    for (path, error) in unreadable {
      report(.error, .userInfo, index, error.messageWithPlace, below: path)
    }
    if !unreadable.isEmpty { return .empty }
    growthLeft.item = min(growthLeft.file, Self.mostGrowthOfItem)
    do throws(Rejection) {
      return try userInfo(try expanded(raw, index), index)
    } catch {
      return .empty
    }
  }

  private mutating func userInfo(
    _ dictionary: PropertyListDictionary, _ index: Int
  ) throws(Rejection) -> UserInfo {
    if let path = PropertyList.dictionary(dictionary).tagPath {
      throw rejection("a name that begins with '$' is kept for tags", path, index)
    }
    do throws(UserInfoError) {
      return try UserInfo(dictionary.userInfoObject, allowingListMember: false)
    } catch {
      throw rejection(error.message, error.path, index)
    }
  }

  /// The same with the values of build variables in every key and every text.
  private mutating func expanded(
    _ dictionary: PropertyListDictionary, _ index: Int, _ path: [String] = []
  ) throws(Rejection) -> PropertyListDictionary {
    var result = PropertyListDictionary()
    for (key, value) in dictionary.members {
      let path = path + [key]
      let name = try expanded(key, index, path)
      guard result.append(name, try expanded(value, index, path)) else {
        throw rejection("is '\(name)' a second time", path, index)
      }
    }
    return result
  }

  private mutating func expanded(
    _ value: PropertyList, _ index: Int, _ path: [String]
  ) throws(Rejection) -> PropertyList {
    switch value {
    case .string(let text): return .string(try expanded(text, index, path))
    case .array(let values):
      var result: [PropertyList] = []
      for (place, value) in values.enumerated() {
        result.append(try expanded(value, index, path + ["\(place)"]))
      }
      return .array(result)
    case .dictionary(let dictionary):
      return .dictionary(try expanded(dictionary, index, path))
    default: return value
    }
  }

  private mutating func expanded(
    _ text: String, _ index: Int, _ path: [String]
  ) throws(Rejection) -> String {
    let limit = text.utf8.count + growthLeft.item
    guard let expanded = expand(text, limit: limit, .userInfo, index, below: path) else {
      throw rejection(
        "grows too long: the values of build variables may add \(Self.mostGrowthOfItem >> 10) KiB "
          + "to an item's user info and \(Self.mostGrowth >> 10) KiB to a file's", path, index)
    }
    let growth = max(0, expanded.utf8.count - text.utf8.count)
    growthLeft = (growthLeft.file - growth, growthLeft.item - growth)
    return expanded
  }

  private mutating func rejection(
    _ message: String, _ path: [String], _ index: Int
  ) -> Rejection {
    report(.error, .userInfo, index, message, below: path)
    return Rejection()
  }
}
