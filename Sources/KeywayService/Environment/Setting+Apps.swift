import KeywayFormats

extension Setting {
  /// The apps that are listed, in their order.
  ///
  /// - Throws: ``SettingError`` for the first one that cannot be, or that stands twice.
  func apps<App: Hashable & CustomStringConvertible>(
    in stored: [String: String], _ parse: (String) throws(AssociationError) -> App
  ) throws(SettingError) -> [App] {
    do throws(AssociationError) {
      var apps: [App] = []
      for text in Self.list(stored[rawValue] ?? defaultValue) { apps.append(try parse(text)) }
      try AssociationFile.checkDistinct(apps)
      return apps
    } catch {
      throw SettingError(name: rawValue, message: error.message)
    }
  }
}
