import KeywayCore

/// In which language items are.
enum LanguageOption {
  static let language = Option.optional(
    "language",
    ValueSyntax<String>("TAG") { (text) throws(ValueError) in
      guard LanguageTag.isWellFormed(text) else {
        throw ValueError("is not a language tag such as ja or pt-BR (BCP 47)")
      }
      return text
    }, help: "The language of the texts this time, instead of the phone's.")
}
