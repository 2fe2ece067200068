/// Why a tap of the log cannot be written into a recording, so that a replay would decide it as it
/// was decided.
enum UnwrittenTap: Error, Hashable, Sendable {
  /// What the entry has there is not of this program's making.
  case unknown(String)
  case removedPhone
  /// A phone that nobody knew, whose id is not remembered any more.
  case forgottenPhone
  /// An item that came without a phone.
  case itemWithoutPhone
  case tapIDTooLong
  /// The tap's instant lies ahead of its receipt, which a recording has no words for.
  case clockSkew
  /// The first tap with the same id is not in the recording.
  case conflictAlone
  /// There is no host of universal links in the settings.
  case noHost
  /// Of the text that was tapped only its start was kept, or not even that any more.
  case textCut, textPruned
  case textNotUTF8
  case textTooLong
  /// How full its bucket was when the recording begins is not known.
  case bucketUnknown
  /// The entry has neither a key nor a text.
  case noText
  /// Taps that were decided before have later instants.
  case clockSetBack

  /// What is missing, in words.
  var words: String {
    switch self {
    case .unknown(let what): "this program does not understand the entry's \(what)"
    case .removedPhone: "its phone was removed since"
    case .forgottenPhone: "its phone was unknown, and which it was is not remembered any more"
    case .itemWithoutPhone: "an item was tapped on no phone; in a recording items stand on one"
    case .tapIDTooLong: "its tap id with the device's own id is too long"
    case .clockSkew: "it was tapped after it was decided; a recording has one clock"
    case .conflictAlone: "the tap whose id it used again is not in the recording"
    case .noHost: "it came by a universal link, and the setting link.hosts names no host"
    case .textCut: "only the start of what was tapped was kept"
    case .textPruned: "the start of what was tapped is not kept any more"
    case .textNotUTF8: "what was tapped is not UTF-8, and a recording is"
    case .textTooLong: "what was tapped is longer than a line of a recording"
    case .bucketUnknown: "it was throttled, and what drew on its bucket may lie before --since"
    case .noText: "the entry does not say what was tapped"
    case .clockSetBack: "the clock was set back before it was decided"
    }
  }
}
