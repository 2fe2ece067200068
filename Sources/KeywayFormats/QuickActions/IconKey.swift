package import KeywayCore

/// The keys that an item's icon may have in an Info.plist; a phone takes the first that is there.
package enum IconKey: String, Sendable, CaseIterable {
  case symbolName = "UIApplicationShortcutItemIconSymbolName"
  case file = "UIApplicationShortcutItemIconFile"
  case type = "UIApplicationShortcutItemIconType"

  /// Which key of several wins on iOS 13 and later: symbol, else file, else type; nil when there is
  /// none.
  package static func winner(of icon: ShortcutIcon?) -> IconKey? {
    guard let icon else { return nil }
    return allCases.first { $0.name(in: icon) != nil }
  }

  /// The picture's name under this key, as the file has it; nil when the icon has none.
  package func name(in icon: ShortcutIcon) -> String? {
    switch self {
    case .symbolName: icon.systemImageName
    case .file: icon.templateImageName
    case .type: icon.type?.constant
    }
  }
}

extension ShortcutIcon.SystemType {
  private static let prefix = "UIApplicationShortcutIconType"

  /// The constant's name, as the file has it: `UIApplicationShortcutIconTypeMarkLocation`.
  package var constant: String {
    Self.prefix + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// The type of a constant, whose case counts.
  package init?(constant: String) {
    let found = Self.allCases.first { $0.constant.utf8.elementsEqual(constant.utf8) }
    guard let found else { return nil }
    self = found
  }

  /// The type that some libraries write without what the constants begin with, in any case:
  /// `MarkLocation`, `compose`.
  package init?(bareName: String) {
    let name = bareName.lowercased()
    guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = found
  }
}
