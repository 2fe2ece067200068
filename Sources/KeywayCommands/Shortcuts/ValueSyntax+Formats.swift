import KeywayCore

/// A language and the file that holds its texts.
struct LanguageFile: Hashable, Sendable {
  let language: String
  let path: String
}

extension ValueSyntax where Value == LanguageFile {
  /// `ja=ja.lproj/InfoPlist.strings`.
  static var languageFile: Self {
    Self("LANGUAGE=FILE", print: { "\($0.language)=\($0.path)" }) { (text) throws(ValueError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw ValueError("is not a language and a file, such as ja=ja.lproj/InfoPlist.strings")
      }
      guard LanguageTag.isWellFormed(String(parts[0])) else {
        throw ValueError("does not begin with a language tag such as ja or pt-BR")
      }
      return LanguageFile(language: String(parts[0]), path: String(parts[1]))
    }
  }
}

/// A build variable and its value.
struct BuildDefinition: Hashable, Sendable {
  let name: String
  let value: String
}

extension ValueSyntax where Value == BuildDefinition {
  /// `PRODUCT_BUNDLE_IDENTIFIER=com.example.app`; the value may be empty.
  static var buildDefinition: Self {
    Self("NAME=VALUE", print: { "\($0.name)=\($0.value)" }) { (text) throws(ValueError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValueError("is not a name and a value, such as PRODUCT_NAME=App")
      }
      return BuildDefinition(name: String(parts[0]), value: String(parts[1]))
    }
  }
}
