@testable import KeywayCommands

/// A program made up for these tests: what it was asked to do ends in `done`.
struct Kitchen {
  var done: [String] = []
}

enum Bakery {
  static let book = Option.optional("book", .path, help: "The recipe book.")
  static let format = Option.defaulted(
    "format", .choice(of: OutputFormat.self), to: .table, help: "Whom the output is for.")

  static let tree = CommandTree<Kitchen>(
    "bakery", summary: "Bake bread and cakes, and sell them.", globals: Parameters(book, format),
    nouns: [
      Noun(
        "bread", summary: "What is baked every morning.",
        [BreadBake.self, BreadList.self, BreadEdit.self]),
      Noun("customer", summary: "Who comes in.", [CustomerGreet.self]),
    ],
    commands: [RecipeImport.self, Open.self])
}

enum Grain: String, CaseIterable, Sendable { case wheat, rye, spelt, buckwheat, barley }

/// `bakery bread bake LOAF... (--oven O | --all)`
struct BreadBake: Command {
  static let name = "bake"
  static let summary = "Bake loaves; they are warm from now on."
  static let discussion = """
    A loaf that is in the oven already is left alone. The oven is heated first, which takes a \
    while when it is cold.

      minutes = 20 + 5 * loaves

    Ask before you open the door.
    """
  static let loaves = Positional.repeated("loaf", .text, help: "What to bake.")
  static let oven = Option.optional("oven", .text.named("O"), help: "The oven to use.")
  static let all = Flag.present("all", help: "Use all ovens at once.")
  static let grain = Option.defaulted(
    "grain", .choice(of: Grain.self).named("GRAIN"), to: .rye, help: "The flour.")
  static let minutes = Option.defaulted(
    "minutes", .integer(in: 1...240), to: 45,
    help: "How long the loaves stay in the oven once it is as hot as it should be.")
  static let offset = Option.optional("offset", .integer, help: "Degrees more or less.")
  static let without = Option.repeated("without", .text.named("X"), help: "An ingredient to omit.")
  static let steam = Flag.either("steam", help: "Whether to use steam.")
  static let parameters = Parameters(loaves, oven, all, grain, minutes, offset, without, steam)
    .exactlyOne(of: oven, all)
  static let exitStatuses = [
    ExitMeaning(.done, "All loaves are baked."), ExitMeaning(.denied, "One of them burnt."),
  ]
  static let examples = [
    Example("bakery bread bake baguette --oven 1 --minutes 20", "A baguette for breakfast.")
  ]

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    words = [
      "bake \(try arguments[Self.loaves].joined(separator: ","))",
      "oven \(try arguments[Self.oven] ?? "-")", "all \(try arguments[Self.all])",
      "grain \(try arguments[Self.grain])", "minutes \(try arguments[Self.minutes])",
      "offset \(try arguments[Self.offset] ?? 0)",
      "without \(try arguments[Self.without].joined(separator: ","))",
      "steam \(try arguments[Self.steam].map { "\($0)" } ?? "-")",
    ]
  }

  func run(in context: inout Kitchen) { context.done += words }
}

/// `bakery bread list`
struct BreadList: Command {
  static let name = "list"
  static let summary = "List what is on the shelf."
  init(_ arguments: Arguments) {}
  func run(in context: inout Kitchen) { context.done.append("list") }
}

/// `bakery bread edit LOAF`
struct BreadEdit: Command {
  static let name = "edit"
  static let summary = "Change a loaf."
  static let loaf = Positional.required("loaf", .text, help: "The loaf.")
  static let price = Option.clearable("price", .integer(in: 0...999), help: "In cents.")
  static let label = Option.clearable("label", .text, help: "What the sign says.")
  static let remark = Option.optional(
    "remark", .text.beginningWithHyphen(), help: "Goes into the book.")
  static let signed = Flag.present("signed", help: "Sign the remark.")
  static let parameters = Parameters(loaf, price, label, remark, signed)
    .requiring(signed, with: remark)

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    words = [
      "edit \(try arguments[Self.loaf])", "price \(try arguments[Self.price])",
      "label \(try arguments[Self.label])", "remark \(try arguments[Self.remark] ?? "-")",
    ]
  }

  func run(in context: inout Kitchen) { context.done += words }
}

/// `bakery customer greet NAME [LANGUAGE]`
struct CustomerGreet: Command {
  static let name = "greet"
  static let summary = "Say hello."
  static let customer = Positional.required("name", .text, help: "Whom to greet.")
  static let language = Positional.optional(
    "language", .choice(["japanese", "german"]), help: "In which language.")
  static let loudness = Option.required(
    "loudness", .integer(in: 1...Int.max), help: "In decibels.")
  static let parameters = Parameters(customer, language, loudness)

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    let loudness = try arguments[Self.loudness]
    guard loudness != 13 else { throw arguments.error(.invalidValue, "13 is bad luck") }
    words = [
      "greet \(try arguments[Self.customer])", "in \(try arguments[Self.language] ?? "-")",
      "at \(loudness)",
    ]
  }

  func run(in context: inout Kitchen) { context.done += words }
}

/// `bakery import FILE`
struct RecipeImport: Command {
  static let name = "import"
  static let summary = "Read recipes."
  static let file = Positional.required(
    "file", .path, help: "The recipes, or - for standard input.")
  static let parameters = Parameters(file)

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    words = ["import \(try arguments[Self.file])", "book \(try arguments[Bakery.book] ?? "-")"]
  }

  func run(in context: inout Kitchen) { context.done += words }
}

/// `bakery open [--on DAY | --closed] [DAY...]`
struct Open: Command {
  static let name = "open"
  static let summary = "Open the shop."
  static let days = Positional.repeated(
    "day", .choice(["sat", "sun"]), atLeastOne: false, help: "On which days, too.")
  static let doors = Flag.present("doors", help: "The doors.")
  static let windows = Flag.present("windows", help: "The windows.")
  static let roof = Flag.present("roof", help: "The roof.")
  static let quietly = Flag.present("quietly", help: "Without a bell.")
  static let loudly = Flag.present("loudly", help: "With a bell.")
  static let parameters = Parameters(days, doors, windows, roof, quietly, loudly)
    .atLeastOne(of: doors, windows, roof).atMostOne(of: quietly, loudly)

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    words = ["open \(try arguments[Self.days].joined(separator: ","))"]
  }

  func run(in context: inout Kitchen) { context.done += words }
}
