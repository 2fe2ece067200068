package import KeywayCore
package import KeywayFormats

/// What the operator can set, with the defaults where nothing is set.
package struct ServiceSettings: Sendable {
  package let links: LinkConfiguration
  package let router: DeepLinkRouter
  /// Apps that iOS opens universal links in; none twice.
  package let appleApps: [AppleAppID]
  /// Apps that Android opens universal links in, one for each certificate; none twice.
  package let androidApps: [AndroidApp]
  /// The oldest tap that still counts, in milliseconds, inclusive.
  package let maximumTapAge: Int64
  /// How far a phone's clock may be off, in milliseconds, inclusive.
  package let maximumClockSkew: Int64
  /// For how long repeats of a tap are recognised, in milliseconds.
  package let tapMemory: Int64
  /// How often one device may tap.
  package let deviceRate: RateText
  /// How often one door may be opened.
  package let doorRate: RateText
  /// The log's name in its checkpoints; empty for the one made with the store.
  package let logOrigin: String
  /// How long after the decision a command may be sent, in milliseconds.
  package let commandDeadline: Int64

  /// Reads what is set.
  ///
  /// - Parameter stored: texts by setting's name; names that are not known are ignored, so that an
  ///   older program can read what a newer one set.
  /// - Throws: ``SettingError`` for the first value that cannot be used.
  package init(_ stored: [String: String]) throws(SettingError) {
    do throws(LinkConfigurationError) {
      links = try LinkConfiguration(
        barePrefix: stored["link.bare"] ?? Setting.linkBare.defaultValue,
        schemes: Setting.list(stored["link.schemes"] ?? Setting.linkSchemes.defaultValue),
        hosts: Setting.list(stored["link.hosts"] ?? Setting.linkHosts.defaultValue))
    } catch {
      throw SettingError(name: "link", message: error.message)
    }
    router = DeepLinkRouter(links)
    appleApps = try Setting.linkAppleApps.apps(in: stored, AppleAppID.init(parsing:))
    androidApps = try Setting.linkAndroidApps.apps(in: stored, AndroidApp.init(parsing:))
    maximumTapAge = try Setting.tapMaxAge.milliseconds(in: stored)
    maximumClockSkew = try Setting.tapMaxSkew.milliseconds(in: stored)
    tapMemory = try Setting.tapRemember.milliseconds(in: stored)
    deviceRate = try Setting.tapDeviceRate.rate(in: stored)
    doorRate = try Setting.tapDoorRate.rate(in: stored)
    logOrigin = stored[Setting.logOrigin.rawValue] ?? ""
    guard logOrigin.isEmpty || NoteKeyName(logOrigin) != nil else {
      throw SettingError(
        name: Setting.logOrigin.rawValue,
        message: "'\(logOrigin)': a log's name has no spaces, no plus and no control characters")
    }
    commandDeadline = try Setting.commandDeadline.milliseconds(in: stored)
  }
}

/// A setting by its name; the raw value is stored and never changes.
package enum Setting: String, Sendable, CaseIterable {
  case linkBare = "link.bare"
  case linkSchemes = "link.schemes"
  case linkHosts = "link.hosts"
  case linkAppleApps = "link.appleApps"
  case linkAndroidApps = "link.androidApps"
  case tapMaxAge = "tap.maxAge"
  case tapMaxSkew = "tap.maxSkew"
  case tapRemember = "tap.remember"
  case tapDeviceRate = "tap.deviceRate"
  case tapDoorRate = "tap.doorRate"
  case commandDeadline = "command.deadline"
  case logOrigin = "log.origin"

  /// What holds while nothing is set.
  package var defaultValue: String {
    switch self {
    case .linkBare: "xxx"
    case .linkSchemes: "keyway"
    case .linkHosts, .linkAppleApps, .linkAndroidApps: ""
    case .tapMaxAge: "30s"
    case .tapMaxSkew: "2m"
    case .tapRemember: "7d"
    case .tapDeviceRate: "10/m"
    case .tapDoorRate: "15/m"
    case .commandDeadline: "10s"
    case .logOrigin: ""
    }
  }

  /// One sentence for people.
  package var summary: String {
    switch self {
    case .linkBare: "The word before the slash of a bare link."
    case .linkSchemes: "Custom schemes, separated by commas; links are printed with the first."
    case .linkHosts: "Hosts of universal links, separated by commas."
    case .linkAppleApps:
      "iOS apps for universal links, as TEAMID1234.com.example.app, separated by commas."
    case .linkAndroidApps:
      "Android apps for universal links, as com.example.app/SHA-256, separated by commas."
    case .tapMaxAge: "The oldest tap that still counts."
    case .tapMaxSkew: "How far a phone's clock may be off."
    case .tapRemember: "For how long a repeated tap is recognised."
    case .tapDeviceRate:
      "How often one device may tap, as 10/m; up to a minute's at once; 0 is off."
    case .tapDoorRate:
      "How often one door may be opened, as 15/m; up to a minute's at once; 0 is off."
    case .logOrigin: "The log's name in its checkpoints; keyway/ and the store's own id when empty."
    case .commandDeadline:
      "How long after the decision a lock may be told; over MQTT its last two seconds are not used."
    }
  }

  /// The shortest and the longest value that makes sense, in milliseconds; nil where the value is
  /// no duration.
  var bounds: ClosedRange<Int64>? {
    let second: Int64 = 1_000
    switch self {
    case .linkBare, .linkSchemes, .linkHosts, .linkAppleApps, .linkAndroidApps, .tapDeviceRate,
      .tapDoorRate, .logOrigin:
      return nil
    case .tapMaxAge: return second...300 * second
    case .tapMaxSkew: return 0...3_600 * second
    case .tapRemember: return 3_600 * second...366 * 86_400 * second
    case .commandDeadline: return second...60 * second
    }
  }

  static func list(_ text: String) -> [String] {
    text.utf8.isEmpty
      ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  func rate(in stored: [String: String]) throws(SettingError) -> RateText {
    let text = stored[rawValue] ?? defaultValue
    do throws(TimeTextError) {
      return try RateText(parsing: text.utf8.span)
    } catch {
      throw SettingError(name: rawValue, message: "'\(text)': \(error.rawValue)")
    }
  }

  func milliseconds(in stored: [String: String]) throws(SettingError) -> Int64 {
    let text = stored[rawValue] ?? defaultValue
    let duration: DurationText
    do throws(TimeTextError) {
      duration = try DurationText(parsing: text.utf8.span)
    } catch {
      throw SettingError(name: rawValue, message: "'\(text)': \(error.rawValue)")
    }
    if let bounds, !bounds.contains(duration.milliseconds) {
      let ends = [bounds.lowerBound, bounds.upperBound].compactMap {
        DurationText(milliseconds: $0)?.description
      }
      throw SettingError(
        name: rawValue, message: "'\(text)' is outside \(ends.joined(separator: " to "))")
    }
    return duration.milliseconds
  }
}

/// A setting whose value cannot be used.
package struct SettingError: Error, Hashable, Sendable {
  package let name: String
  package let message: String
}
