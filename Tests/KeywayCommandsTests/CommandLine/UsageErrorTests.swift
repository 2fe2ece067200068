import Testing

@testable import KeywayCommands

@Suite struct UsageErrorTests {
  @Test(arguments: UsageVector.all)
  func `an error says where and what`(_ vector: UsageVector) throws {
    let error = try #require(throws: UsageError.self) { try Bakery.tree.parse(vector.arguments) }
    let place = error.path.joined(separator: " ")
    #expect(error.code == vector.code)
    #expect(error.description == "\(vector.text)\nsee '\(place) --help'")
    #expect(vector.text.hasPrefix("\(place): "))
    #expect(error.exitStatus.rawValue == 64)
  }

  @Test(arguments: [
    [], ["--format", "json"], ["bread"], ["--book", "b", "bread", "--format=json"],
  ])
  func `half a command lists what could follow`(_ words: [String]) throws {
    let error = try #require(throws: UsageError.self) { try Bakery.tree.parse(words) }
    let isNoun = words.contains("bread")
    let name = isNoun ? "bakery bread" : "bakery"
    let page = try Golden.text(of: isNoun ? "noun" : "program")
    #expect(error.code == .missing)
    #expect(error.description == "\(name): missing \(isNoun ? "verb" : "command")\n\n\(page)")
  }
}

struct UsageVector: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let code: UsageError.Code
  let text: String
  var testDescription: String { text }

  init(_ arguments: [String], _ code: UsageError.Code, _ text: String) {
    (self.arguments, self.code, self.text) = (arguments, code, text)
  }

  /// A command line whose words are divided by spaces.
  init(_ line: String, _ code: UsageError.Code, _ text: String) {
    self.init(line.split(separator: " ").map(String.init), code, text)
  }

  static let all = words + options + values + rules

  private static let words = [
    Self("braed list", .unknownCommand, "bakery: unknown command 'braed'; did you mean 'bread'?"),
    Self("cust", .unknownCommand, "bakery: unknown command 'cust'; did you mean 'customer'?"),
    Self(
      "greet bread", .unknownCommand,
      "bakery: unknown command 'greet'; did you mean 'customer greet'?"),
    Self("dentist", .unknownCommand, "bakery: unknown command 'dentist'"),
    Self("help bred", .unknownCommand, "bakery: unknown command 'bred'; did you mean 'bread'?"),
    Self("bread bkae", .unknownVerb, "bakery bread: unknown verb 'bkae'; did you mean 'bake'?"),
    Self(["bread", "\u{1B}[2J"], .unknownVerb, "bakery bread: unknown verb '\\u{1b}[2J'"),
    Self("bread list x", .unexpected, "bakery bread list: unexpected argument 'x'"),
    Self("import a b", .unexpected, "bakery import: unexpected argument 'b'"),
  ]

  private static let options = [
    Self("--oven 1 bread bake", .unknownOption, "bakery: unknown option '--oven'"),
    Self(
      "bread bake a --ovn 1", .unknownOption,
      "bakery bread bake: unknown option '--ovn'; did you mean '--oven'?"),
    Self(
      "bread bake a --wi", .unknownOption,
      "bakery bread bake: unknown option '--wi'; did you mean '--without'?"),
    Self("bread bake a -x", .unknownOption, "bakery bread bake: unknown option '-x'"),
    Self(
      "bread bake a --no-oven", .unknownOption,
      "bakery bread bake: unknown option '--no-oven'"),
    Self("bread bake a --=", .unknownOption, "bakery bread bake: unknown option '--'"),
    Self("bread bake a --oven", .missingValue, "bakery bread bake: missing value: --oven O"),
    Self("bread bake a --oven --all", .missingValue, "bakery bread bake: missing value: --oven O"),
    Self("bread bake a --oven -- 1", .missingValue, "bakery bread bake: missing value: --oven O"),
    Self("bread bake a --oven -x", .missingValue, "bakery bread bake: missing value: --oven O"),
    Self("bread bake a --all=1", .unexpectedValue, "bakery bread bake: --all takes no value"),
    Self("bread list --help=1", .unexpectedValue, "bakery bread list: --help takes no value"),
    Self(
      "bread edit a --no-price=1", .unexpectedValue, "bakery bread edit: --no-price takes no value"),
    Self("bread bake a --oven 1 --oven 2", .repeated, "bakery bread bake: --oven is given twice"),
    Self(
      "bread edit a --price 1 --no-price", .repeated, "bakery bread edit: --price is given twice"),
    Self("--book a bread list --book b", .repeated, "bakery bread list: --book is given twice"),
  ]

  private static let values = [
    Self(
      "bread bake a --all --grain whaet", .invalidValue,
      "bakery bread bake: --grain 'whaet' is not one of wheat, rye, spelt, buckwheat, barley; did you mean 'wheat'?"
    ),
    Self(
      "bread bake a --all --minutes 0", .invalidValue,
      "bakery bread bake: --minutes '0' is not from 1 to 240"),
    Self(
      "bread bake a --all --minutes 1e2", .invalidValue,
      "bakery bread bake: --minutes '1e2' is not a whole number"),
    Self(
      "bread bake a --all --minutes +1", .invalidValue,
      "bakery bread bake: --minutes '+1' is not a whole number"),
    Self(
      "bread bake a --all --offset 9223372036854775808", .invalidValue,
      "bakery bread bake: --offset '9223372036854775808' is not a whole number"),
    Self(
      "customer greet a --loudness -1", .invalidValue,
      "bakery customer greet: --loudness '-1' is less than 1"),
    Self("customer greet a --loudness 13", .invalidValue, "bakery customer greet: 13 is bad luck"),
    Self(
      "customer greet a japan --loudness 1", .invalidValue,
      "bakery customer greet: LANGUAGE 'japan' is not one of japanese, german; did you mean 'japanese'?"
    ),
    Self(["import", ""], .invalidValue, "bakery import: FILE '' is not the name of a file"),
    Self(
      "--format xml bread list", .invalidValue,
      "bakery bread list: --format 'xml' is not one of table, json"),
  ]

  private static let rules = [
    Self("bread bake", .missing, "bakery bread bake: missing LOAF..."),
    Self("customer greet", .missing, "bakery customer greet: missing NAME and --loudness N"),
    Self("bread bake a", .missing, "bakery bread bake: missing --oven O or --all"),
    Self(
      "bread bake a --all --oven 1", .conflict,
      "bakery bread bake: --oven and --all cannot be given together"),
    Self("open", .missing, "bakery open: missing --doors, --windows or --roof"),
    Self(
      "open --doors --loudly --quietly", .conflict,
      "bakery open: --quietly and --loudly cannot be given together"),
    Self("bread edit a --signed", .missing, "bakery bread edit: --signed needs --remark TEXT"),
  ]
}
