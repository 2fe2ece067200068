import KeywayCore
import Testing

@Suite struct UserInfoTests {
  @Test(arguments: UserInfoVector.all)
  func `a value has one normal form`(_ vector: UserInfoVector) throws {
    let info = try UserInfo(json: #"{"a":\#(vector.input)}"#)
    #expect(info.text.utf8.elementsEqual(#"{"a":\#(vector.normal)}"#.utf8), "\(info.text)")
    // The normal form is its own normal form.
    #expect(try UserInfo(json: info.text) == info)
  }

  @Test(arguments: UserInfoFault.all)
  func `what a property list cannot hold is refused with its path`(_ fault: UserInfoFault) throws {
    let error = try #require(throws: UserInfoError.self) { try UserInfo(json: fault.input) }
    #expect(error.path == fault.path)
    #expect(error.message.contains(fault.words), "\(error.message)")
  }

  @Test(arguments: [
    UserInfoPair(one: #"{"a":{"$real":"0.5"}}"#, other: #"{"a":0.5}"#, areEqual: true),
    UserInfoPair(one: #"{"a":{"$integer":"7"}}"#, other: #"{"a":7}"#, areEqual: true),
    UserInfoPair(one: #"{"a":{"$real":"7"}}"#, other: #"{"a":7.0}"#, areEqual: true),
    UserInfoPair(one: #"{"a":{"$real":"7.0"}}"#, other: #"{"a":7}"#, areEqual: false),
    UserInfoPair(one: #"{"a":1,"b":2}"#, other: #"{"b":2,"a":1}"#, areEqual: true),
    UserInfoPair(one: #"{"a":true}"#, other: #"{"a":1}"#, areEqual: false),
    UserInfoPair(one: #"{"a":"1"}"#, other: #"{"a":1}"#, areEqual: false),
    UserInfoPair(one: #"{"a":"\u00e9"}"#, other: #"{"a":"e\u0301"}"#, areEqual: false),
    UserInfoPair(
      one: #"{"a":{"$date":"2026-03-02T09:00:00+01:00"}}"#,
      other: #"{"a":{"$date":"2026-03-02T08:00:00Z"}}"#, areEqual: true),
  ])
  func `values are equal when their texts are`(_ pair: UserInfoPair) throws {
    let one = try UserInfo(json: pair.one)
    let other = try UserInfo(json: pair.other)
    #expect((one == other) == pair.areEqual)
    #expect(one.text.utf8.elementsEqual(other.text.utf8) == pair.areEqual)
    if pair.areEqual { #expect(one.hashValue == other.hashValue) }
  }

  @Test func `keyway.list stands in what a phone delivers and not in what an operator writes`()
    throws
  {
    let text = #"{"keyway.list":3,"a":1}"#
    let error = try #require(throws: UserInfoError.self) { try UserInfo(json: text) }
    #expect(error.path == ["keyway.list"])
    let delivered = try UserInfo(json: text, allowingListMember: true)
    #expect(delivered == (try UserInfo(json: #"{"a":1}"#)).adding(listVersion: 3))
    #expect(try UserInfo(json: #"{"a":{"keyway.list":3}}"#).text == #"{"a":{"keyway.list":3}}"#)
  }

  @Test func `an empty user info is none`() throws {
    #expect(try UserInfo(json: "{}").isEmpty)
    #expect(try UserInfo(json: "{}") == .empty)
  }

  @Test func `adding the version of the set replaces an older one`() throws {
    let info = UserInfo.empty.adding(listVersion: 1).adding(listVersion: 2)
    #expect(info.text == #"{"keyway.list":2}"#)
  }
}

extension UserInfo {
  init(json: String, allowingListMember: Bool = false) throws {
    guard case .object(let object) = try JSONValue(parsing: json.utf8.span) else {
      throw JSONVectorError()
    }
    try self.init(object, allowingListMember: allowingListMember)
  }

  var text: String { String(decoding: CanonicalJSON.bytes(of: .object(object)), as: UTF8.self) }
}

struct JSONVectorError: Error {}

struct UserInfoPair: Sendable, CustomTestStringConvertible {
  let one: String
  let other: String
  let areEqual: Bool

  var testDescription: String { "\(one) \(areEqual ? "=" : "≠") \(other)" }
}

struct UserInfoVector: Sendable, CustomTestStringConvertible {
  let input: String
  let normal: String

  init(_ input: String, _ normal: String? = nil) {
    self.input = input
    self.normal = normal ?? input
  }

  var testDescription: String { input }

  static let all: [UserInfoVector] = [
    Self("true"), Self("false"), Self("0"), Self("-0", "0"), Self("7"), Self(#""""#),
    Self(#""🔑 ‮rtl""#), Self("[]"), Self("{}"), Self("0.5"), Self("1.0", #"{"$real":"1.0"}"#),
    Self("-0.0", #"{"$real":"-0.0"}"#), Self("1e3", #"{"$real":"1000.0"}"#),
    Self("1e21", "1e+21"), Self("1e-7"), Self("5e-324"),
    Self("9007199254740991"), Self("-9007199254740991"),
    Self(#"{"$integer":"9007199254740991"}"#, "9007199254740991"),
    Self(#"{"$integer":"9007199254740992"}"#),
    Self(#"{"$integer":"-9007199254740991"}"#, "-9007199254740991"),
    Self(#"{"$integer":"-9007199254740992"}"#),
    Self(#"{"$integer":"9223372036854775807"}"#), Self(#"{"$integer":"-9223372036854775808"}"#),
    Self(#"{"$integer":"0"}"#, "0"),
    Self(#"{"$real":"0.5"}"#, "0.5"), Self(#"{"$real":"1"}"#, #"{"$real":"1.0"}"#),
    Self(#"{"$real":"1e0"}"#, #"{"$real":"1.0"}"#),
    Self(#"{"$real":"9007199254740993.0"}"#, #"{"$real":"9007199254740992.0"}"#),
    Self(#"{"$date":"2026-03-02T08:00:00Z"}"#, #"{"$date":"2026-03-02T08:00:00.000Z"}"#),
    Self(#"{"$data":""}"#), Self(#"{"$data":"AA=="}"#), Self(#"{"$data":"/+8="}"#),
    Self(#"[1,[2.0,[{"$data":"AAEC"}]]]"#, #"[1,[{"$real":"2.0"},[{"$data":"AAEC"}]]]"#),
    Self(#"{"b":1.0,"a":[{"c":{"$integer":"1"}}]}"#, #"{"a":[{"c":1}],"b":{"$real":"1.0"}}"#),
    Self(#"{"keyway.list":1}"#),
  ]
}

struct UserInfoFault: Sendable, CustomTestStringConvertible {
  let input: String
  let path: [String]
  let words: String

  init(_ input: String, at path: [String], _ words: String) {
    self.input = input
    self.path = path
    self.words = words
  }

  var testDescription: String { input }

  static let all: [UserInfoFault] = [
    Self(#"{"a":null}"#, at: ["a"], "null"),
    Self(#"{"a":[1,{"b":[null]}]}"#, at: ["a", "1", "b", "0"], "null"),
    Self(#"{"$real":"1.0"}"#, at: ["$real"], "kept for tags"),
    Self(#"{"$x":1}"#, at: ["$x"], "kept for tags"),
    Self(#"{"a":{"$x":"1"}}"#, at: ["a"], "unknown tag '$x'"),
    Self(#"{"a":{"$":"1"}}"#, at: ["a"], "unknown tag '$'"),
    Self(#"{"a":{"$Real":"1.0"}}"#, at: ["a"], "unknown tag"),
    Self(#"{"a":{"$real":"1.0","b":1}}"#, at: ["a"], "stands alone"),
    Self(#"{"a":{"b":1,"$real":"1.0"}}"#, at: ["a"], "stands alone"),
    Self(#"{"a":{"$real":1.0}}"#, at: ["a"], "has a text"),
    Self(#"{"a":{"$real":""}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"nan"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"inf"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"1e400"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"0x1p3"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":" 1.0"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"1.0.0"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$real":"1e"}}"#, at: ["a"], "$real"),
    Self(#"{"a":{"$integer":"1.0"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":"+1"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":"007"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":"-"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":""}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":"٣"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$integer":"9223372036854775808"}}"#, at: ["a"], "$integer"),
    Self(#"{"a":{"$date":"2026-03-02"}}"#, at: ["a"], "$date"),
    Self(#"{"a":{"$date":"2026-03-02t08:00:00Z"}}"#, at: ["a"], "capital"),
    Self(#"{"a":[{"$data":"AA"}]}"#, at: ["a", "0"], "base 64"),
  ]
}
