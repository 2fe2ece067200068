import KeywayCore

/// The options of `holder add` and `holder edit`.
struct HolderFields: RecordFields {
  private static let name = Option.optional("name", .text, help: nameHelp)
  private static let nameHelp = "The name of the person or organisation."

  static let added = Parameters(
    Option.required("name", .text, help: nameHelp), StandingField.state)
  static let edited = Parameters(name, StandingField.state)

  private let object: JSONObject

  init(_ arguments: Arguments) throws(UsageError) {
    var object: JSONObject = [:]
    object.set("name", try arguments[Self.name]) { .string($0) }
    object.set("state", try arguments[StandingField.state]) { .string($0.rawValue) }
    self.object = object
  }

  func object(editing id: String?, in context: KeywayContext) -> JSONObject { object }
}

extension Holder: AddableNoun {
  typealias Fields = HolderFields
  static let article = "a holder"
  static let addExample = Example("keyway holder add h1 --name Aoi", "A person.")
  static let editExample = Example("keyway holder edit h1 --name 'Aoi Mori'", "A new name.")
}
