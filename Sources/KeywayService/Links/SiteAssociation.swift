import KeywayCore
import KeywayFormats

/// The files by which phones open universal links in an app; raw values stand in command lines.
package enum SiteAssociation: String, Sendable, CaseIterable {
  case apple, android

  /// Where each host serves the file, over https, without a redirect.
  package var path: String {
    switch self {
    case .apple: "/.well-known/apple-app-site-association"
    case .android: "/.well-known/assetlinks.json"
    }
  }

  /// The file for the hosts and apps that are set, in canonical JSON; every host serves the same.
  ///
  /// - Throws: ``ServiceError`` `invalid` when no host or no app is set, or when there are so many
  ///   apps that phones would not read the file.
  package func file(_ settings: ServiceSettings) throws(ServiceError) -> [UInt8] {
    guard !settings.links.hosts.isEmpty else { throw .noHost }
    let isEmpty = self == .apple ? settings.appleApps.isEmpty : settings.androidApps.isEmpty
    guard !isEmpty else { throw noApp }
    do throws(AssociationError) {
      switch self {
      case .apple: return try AppleAssociation.file(settings.appleApps)
      case .android: return try AndroidAssociation.file(settings.androidApps)
      }
    } catch {
      throw ServiceError(.invalid, error.message)
    }
  }

  private var noApp: ServiceError {
    let (setting, app) =
      switch self {
      case .apple: (Setting.linkAppleApps, "TEAMID1234.com.example.app")
      case .android: (Setting.linkAndroidApps, "com.example.app/AB:CD:...")
      }
    return ServiceError(
      .invalid, "no app is set; 'keyway config set \(setting.rawValue) \(app)' sets one")
  }
}

extension ServiceError {
  /// Universal links are asked for, and there are none.
  package static var noHost: Self {
    Self(.invalid, "no host is set; 'keyway config set link.hosts HOST' sets one")
  }
}
