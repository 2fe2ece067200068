import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct IconKeyTests {
  /// One of the seven subsets of the icon keys, and the one that a phone takes.
  struct Vector: Sendable, CustomTestStringConvertible {
    let keys: [IconKey]
    let winner: IconKey
    var testDescription: String { keys.map(\.rawValue).joined(separator: " ") }

    static let all = [
      Vector(keys: [.symbolName], winner: .symbolName),
      Vector(keys: [.file], winner: .file),
      Vector(keys: [.type], winner: .type),
      Vector(keys: [.symbolName, .file], winner: .symbolName),
      Vector(keys: [.symbolName, .type], winner: .symbolName),
      Vector(keys: [.file, .type], winner: .file),
      Vector(keys: [.symbolName, .file, .type], winner: .symbolName),
    ]
  }

  @Test(arguments: Vector.all)
  func `symbol wins over file, and file over type`(_ vector: Vector) throws {
    var item: PropertyListDictionary = [
      "UIApplicationShortcutItemType": .string("a"), "UIApplicationShortcutItemTitle": .string("A"),
    ]
    let names: [IconKey: String] = [
      .symbolName: "lock.open", .file: "unlock", .type: "UIApplicationShortcutIconTypeHome",
    ]
    for key in vector.keys { _ = item.append(key.rawValue, .string(try #require(names[key]))) }
    let file = QuickActionsFile(.array([.dictionary(item)]))
    let icon = try #require(file.items.first?.action.icon)
    #expect(IconKey.winner(of: icon) == vector.winner)
    #expect(IconKey.allCases.filter { $0.name(in: icon) == names[$0] } == vector.keys)
  }

  @Test func `an icon that is none has no winner`() {
    #expect(IconKey.winner(of: nil) == nil)
    #expect(IconKey.winner(of: ShortcutIcon()) == nil)
  }

  @Test func `all system icons have the constants of UIKit`() {
    let names = """
      Compose Play Pause Add Location Search Share Prohibit Contact Home MarkLocation Favorite Love \
      Cloud Invitation Confirmation Mail Message Date Time CapturePhoto CaptureVideo Task \
      TaskCompleted Alarm Bookmark Shuffle Audio Update
      """.split(separator: " ").map(String.init)
    #expect(names.count == 29)
    #expect(
      ShortcutIcon.SystemType.allCases.map(\.constant)
        == names.map { "UIApplicationShortcutIconType\($0)" })
    for name in names {
      let constant = "UIApplicationShortcutIconType\(name)"
      let type = ShortcutIcon.SystemType(constant: constant)
      #expect(type?.constant == constant)
      #expect(ShortcutIcon.SystemType(constant: name) == nil)
      #expect(ShortcutIcon.SystemType(constant: constant.uppercased()) == nil)
      #expect(ShortcutIcon.SystemType(bareName: name) == type)
      #expect(ShortcutIcon.SystemType(bareName: name.uppercased()) == type)
    }
  }
}
