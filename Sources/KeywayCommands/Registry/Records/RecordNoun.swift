import KeywayCore
import KeywayStore

/// A list of the registry whose records are shown and edited in the same way.
protocol RecordNoun: Registered {
  /// The options that set the fields of a record.
  associatedtype Fields: RecordFields

  /// How help calls one of them, with its article.
  static var article: String { get }
  static var editExample: Example { get }
  /// More about adding and editing, or empty.
  static var discussion: String { get }
}

/// A list of the registry that records are added to in the same way.
protocol AddableNoun: RecordNoun {
  /// The id of a new record, in the grammar of the list.
  static var newID: ValueSyntax<String> { get }
  /// What stands where a new record's id is given.
  static var newIDParameter: any AnyParameter { get }
  static var addExample: Example { get }
}

extension AddableNoun {
  static var newID: ValueSyntax<String> {
    ValueSyntax("ID") { (text) throws(ValueError) in
      try ValueSyntax<Identifier<Self>>.id(of: Self.self).parse(text).text
    }
  }

  static var newIDParameter: any AnyParameter {
    Positional.optional("id", newID, help: "The new \(noun)'s id; made up when absent.")
  }
}

extension RecordNoun {
  static var discussion: String { "" }

  /// The one record that a command is about.
  static var one: Parameter<Reference<Self>> {
    Positional.required(
      noun, .reference(to: Self.self), help: "The \(noun)'s id, or a beginning of it.")
  }

  /// The records that a command is about.
  static var several: Parameter<[Reference<Self>]> {
    Positional.repeated(
      noun, .reference(to: Self.self), help: "The \(noun)s' ids, or beginnings of them.")
  }
}

/// What was said of a record's fields on the command line.
protocol RecordFields {
  /// For a new record.
  static var added: Parameters { get }
  /// For a record that exists; whatever is not given stays.
  static var edited: Parameters { get }

  init(_ arguments: Arguments) throws(UsageError)

  /// The members of the site file's object that were given, null for what is cleared.
  ///
  /// - Parameter id: of the record that is edited; nil for a new one.
  func object(editing id: String?, in context: KeywayContext) throws -> JSONObject
}
