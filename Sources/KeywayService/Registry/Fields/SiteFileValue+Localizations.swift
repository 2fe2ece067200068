import KeywayCore

extension SiteFileValue {
  /// The members that a record's texts in one language may have.
  struct LocalizedFields {
    /// The member that is the item's title, or nil where a record has none.
    let title: String?
    /// The member that is the line beneath.
    let subtitle: String
    /// Whether the line beneath may be null, for none, or empty.
    let subtitleMayBeNone: Bool

    static let key = Self(title: "name", subtitle: "subtitle", subtitleMayBeNone: true)
    static let action = Self(title: "title", subtitle: "subtitle", subtitleMayBeNone: true)
    static let door = Self(title: nil, subtitle: "site", subtitleMayBeNone: false)

    var names: [String] { (title.map { [$0] } ?? []) + [subtitle] }
  }

  /// So that an entry of the log, and a person, can take them in.
  static let mostLanguages = 200

  /// Texts by language tag; as a value of its own, so that languages that are absent have none.
  static func localizations(
    _ fields: LocalizedFields
  ) -> (JSONValue) throws(SiteFileValueError) -> Localizations {
    { value throws(SiteFileValueError) in
      guard case .object(let object) = value else {
        throw SiteFileValueError.wrongType("an object by language", value)
      }
      guard object.count <= mostLanguages else {
        throw SiteFileValueError("has more than \(mostLanguages) languages")
      }
      var entries: [Localizations.Entry] = []
      var problems: [RegistryProblem] = []
      for member in object.members {
        do throws(SiteFileValueError) {
          let language = try language(.string(member.key))
          entries.append(.init(language: language, texts: try texts(member.value, fields)))
        } catch {
          problems += error.problems.map {
            RegistryProblem(path: ".\(member.key)" + $0.path, message: $0.message)
          }
        }
      }
      guard problems.isEmpty else { throw SiteFileValueError(problems: problems) }
      guard let localizations = Localizations(entries) else {
        throw SiteFileValueError("has a language twice, which case does not tell apart")
      }
      return localizations
    }
  }

  /// Null when there are none.
  static func json(of localizations: Localizations, _ fields: LocalizedFields) -> JSONValue {
    if localizations.isEmpty { return .null }
    return .object(localizations.json(title: fields.title ?? "title", subtitle: fields.subtitle))
  }

  private static func texts(
    _ value: JSONValue, _ fields: LocalizedFields
  ) throws(SiteFileValueError) -> Localizations.Texts {
    guard case .object(let object) = value else {
      throw SiteFileValueError.wrongType("an object", value)
    }
    var texts = Localizations.Texts()
    var reader = FieldReader(object, path: "")
    reader.expectOnly(fields.names)
    if let title = fields.title {
      reader.set(&texts.title, title) { value throws(SiteFileValueError) in try name(value) }
    }
    if fields.subtitleMayBeNone {
      reader.set(&texts.subtitle, fields.subtitle, null: .text(nil)) {
        value throws(SiteFileValueError) in .text(try line(value))
      }
    } else {
      reader.set(&texts.subtitle, fields.subtitle) { value throws(SiteFileValueError) in
        .text(try word(value))
      }
    }
    guard reader.problems.isEmpty else {
      throw SiteFileValueError(
        problems: reader.problems.map {
          RegistryProblem(path: ".\($0.path)", message: $0.message)
        })
    }
    return texts
  }
}
