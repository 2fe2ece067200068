import KeywayCore

extension ValueSyntax where Value == [CivilDate] {
  /// Dates with commas between them.
  static var dates: Self {
    Self("DATE,...") { (text) throws(ValueError) in
      var dates: [CivilDate] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        do throws(TimeTextError) {
          dates.append(try CivilDate(parsing: String(part).utf8.span))
        } catch {
          throw ValueError("is no list of dates: \(error.message)")
        }
      }
      return dates
    }
  }
}

extension ValueSyntax where Value == Device.ShortcutLimit {
  static var shortcutLimit: Self {
    Self("N|all") { (text) throws(ValueError) in
      if text == "all" { return .all }
      guard let count = Int64(text), count >= 0, !text.hasPrefix("+") else {
        throw ValueError("is neither a whole number nor 'all'")
      }
      return .count(count)
    }
  }
}

extension ValueSyntax where Value == JSONObject {
  /// A door's lock: the name of its driver, or an object in JSON.
  static var lock: Self {
    Self("LOCK") { (text) throws(ValueError) in
      if text.utf8.first == UInt8(ascii: "{") { return try Self.jsonObject.parse(text) }
      return ["driver": .string(text)]
    }
  }
}

extension ValueSyntax where Value == Int64 {
  /// Where something stands among others; every reader of JSON reads it exactly.
  static var rank: Self {
    let limit = Int64(1) << 53 - 1
    return Self.count(in: -limit...limit).beginningWithHyphen()
  }
}
