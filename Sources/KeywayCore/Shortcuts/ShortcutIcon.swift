/// An item's icon: up to three names for the same picture. A phone takes the symbol, else the
/// template image, else the system type, as iOS does with the keys of an Info.plist.
package struct ShortcutIcon: Hashable, Sendable {
  /// The name of an SF symbol (iOS 13).
  package var systemImageName: String?
  /// The name of a template image in the app.
  package var templateImageName: String?
  package var type: SystemType?

  package init(
    systemImageName: String? = nil, templateImageName: String? = nil, type: SystemType? = nil
  ) {
    self.systemImageName = systemImageName
    self.templateImageName = templateImageName
    self.type = type
  }

  /// The icon of a key that names none.
  package static let unlock = ShortcutIcon(
    systemImageName: "lock.open", templateImageName: "shortcut-unlock", type: .home)

  /// The cases of `UIApplicationShortcutIcon.IconType`, in the order of their raw values in UIKit.
  package enum SystemType: String, Sendable, CaseIterable {
    case compose, play, pause, add, location, search, share, prohibit, contact, home, markLocation
    case favorite, love, cloud, invitation, confirmation, mail, message, date, time, capturePhoto
    case captureVideo, task, taskCompleted, alarm, bookmark, shuffle, audio, update
  }
}
