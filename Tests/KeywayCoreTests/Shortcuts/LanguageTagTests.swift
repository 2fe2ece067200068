import Testing

import KeywayCore

@Suite struct LanguageTagTests {
  @Test(arguments: [
    "ja", "pt-BR", "zh-Hant-TW", "sl-rozaj-biske", "de-1996", "es-419", "zh-cmn-Hans-CN",
    "en-a-bbb-x-a-ccc", "x-whatever", "de-DE-u-co-phonebk", "JA-jp",
  ])
  func `a tag is well-formed`(_ tag: String) {
    #expect(LanguageTag.isWellFormed(tag))
  }

  @Test(arguments: [
    "", "j", "ja_JP", "ja-", "-ja", "ja--JP", "en-a", "x", "en-x", "de-DE-DE", "12", "日本",
    "abcdefghi", "en-\u{301}",
  ])
  func `a tag is not`(_ tag: String) {
    #expect(!LanguageTag.isWellFormed(tag))
  }
}
