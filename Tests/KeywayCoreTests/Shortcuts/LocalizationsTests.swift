import KeywayCore
import Testing

@Suite struct LocalizationsTests {
  private static let texts = Localizations([
    .init(language: "pt", texts: .init(title: "Porta", subtitle: .text("Sede"))),
    .init(language: "pt-BR", texts: .init(title: "Porta da frente")),
    .init(language: "ja", texts: .init(title: "正面玄関", subtitle: .text(nil))),
    .init(language: "zh-Hant", texts: .init(subtitle: .text("總部"))),
  ])

  @Test(arguments: [
    Vector("pt-BR", "Porta da frente", "Sede"), Vector("pt-PT", "Porta", "Sede"),
    Vector("PT-br", "Porta da frente", "Sede"), Vector("ja", "正面玄関", nil),
    Vector("ja-JP-x-phone", "正面玄関", nil), Vector("zh-Hant-TW", "Front door", "總部"),
    Vector("zh", "Front door", "Head office"), Vector("de", "Front door", "Head office"),
    Vector("p", "Front door", "Head office"), Vector(nil, "Front door", "Head office"),
  ])
  func `title and subtitle come each from the nearest language`(_ vector: Vector) throws {
    let texts = try #require(Self.texts)
      .texts(in: vector.language, title: "Front door", subtitle: "Head office")
    #expect(texts.title == vector.title)
    #expect(texts.subtitle == vector.subtitle)
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    let language: String?
    let title: String
    let subtitle: String?

    init(_ language: String?, _ title: String, _ subtitle: String?) {
      self.language = language
      self.title = title
      self.subtitle = subtitle
    }

    var testDescription: String { language ?? "no language" }
  }

  @Test func `languages that differ in case only are one`() {
    #expect(
      Localizations([
        .init(language: "pt-BR", texts: .init()), .init(language: "pt-br", texts: .init()),
      ]) == nil)
  }

  @Test func `what is stored comes back, a line that is none as well`() throws {
    let texts = try #require(Self.texts)
    #expect(Localizations(stored: texts.stored) == texts)
    #expect(Localizations(stored: ["ja": .object(["name": .string("x")])]) == nil)
  }
}
