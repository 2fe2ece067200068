import KeywayCore

extension ValueSyntax where Value == DurationText {
  /// `500ms`, `30s`, `2m`, `1h`, `7d`.
  static var duration: Self {
    Self("DURATION") { (text) throws(ValueError) in
      let duration: DurationText
      do throws(TimeTextError) {
        duration = try DurationText(parsing: text.utf8.span)
      } catch {
        throw ValueError("is no duration: \(error.message)")
      }
      guard duration.milliseconds > 0 else { throw ValueError("is no time at all") }
      return duration
    }
  }
}

extension ValueSyntax where Value == Timestamp {
  /// RFC 3339 with `Z` or an offset.
  static var instant: Self {
    Self("INSTANT", print: { $0.rfc3339 }) { (text) throws(ValueError) in
      do throws(TimeTextError) {
        return try Timestamp(parsing: text.utf8.span)
      } catch {
        throw ValueError("is no instant: \(error.message)")
      }
    }
  }
}

extension ValueSyntax where Value == Int64 {
  /// A whole number in decimal; both ends of the range belong to it.
  static func count(in range: ClosedRange<Int64>) -> Self {
    let whole = ValueSyntax<Int>.integer(in: Int(range.lowerBound)...Int(range.upperBound))
    return Self("N") { (text) throws(ValueError) in Int64(try whole.parse(text)) }
  }
}

extension ValueSyntax where Value == JSONObject {
  /// An object in JSON.
  static var jsonObject: Self {
    Self("JSON") { (text) throws(ValueError) in
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: text.utf8.span)
      } catch {
        throw ValueError("is not JSON: \(error)")
      }
      guard case .object(let object) = value else { throw ValueError("is not a JSON object") }
      return object
    }
  }
}

extension ValueSyntax where Value == UserInfo {
  /// The user info of an item as a phone delivers it, in JSON.
  static var deliveredUserInfo: Self {
    Self("JSON", print: { _ in "{}" }) { (text) throws(ValueError) in
      let object = try ValueSyntax<JSONObject>.jsonObject.parse(text)
      do throws(UserInfoError) {
        return try UserInfo(object, allowingListMember: true)
      } catch {
        let place = error.path.joined(separator: ".")
        throw ValueError("is no user info: \(place.isEmpty ? "" : "\(place): ")\(error.message)")
      }
    }
  }
}

extension ValueSyntax {
  /// A whole id, in its grammar.
  static func id<Owner>(of: Owner.Type) -> Self where Value == Identifier<Owner> {
    Self("ID", print: { $0.text }) { (text) throws(ValueError) in
      guard let id = Identifier<Owner>(text) else {
        throw ValueError(
          "is not an id: 1 to 64 letters, digits, hyphens and underscores, the first a letter or "
            + "digit")
      }
      return id
    }
  }
}
