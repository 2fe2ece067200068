extension Localizations {
  /// By language, as a store keeps them; empty for none. A subtitle that is null is none at all.
  package var stored: JSONObject { json(title: "title", subtitle: "subtitle") }

  /// By language, with the members called as the site file calls them in records of that kind.
  package func json(title: String, subtitle: String) -> JSONObject {
    JSONObject(
      unique: entries.map { entry in
        var texts = JSONObject()
        if let text = entry.texts.title { texts[title] = .string(text) }
        if case .text(let text) = entry.texts.subtitle {
          texts[subtitle] = text.map(JSONValue.string) ?? .null
        }
        return (entry.language, .object(texts))
      })
  }

  /// Nil for an object that ``stored`` never gives.
  package init?(stored object: JSONObject) {
    var entries: [Entry] = []
    for member in object.members {
      guard case .object(let object) = member.value else { return nil }
      var texts = Texts()
      for member in object.members {
        switch (member.key, member.value) {
        case ("title", .string(let text)): texts.title = text
        case ("subtitle", .string(let text)): texts.subtitle = .text(text)
        case ("subtitle", .null): texts.subtitle = .text(nil)
        default: return nil
        }
      }
      entries.append(Entry(language: member.key, texts: texts))
    }
    self.init(entries)
  }
}
