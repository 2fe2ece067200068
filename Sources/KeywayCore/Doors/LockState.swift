/// What a lock says of its bolt and latch; raw values are stored and never change.
package enum LockState: String, Sendable, CaseIterable {
  case locked
  case unlocked
  case locking
  case unlocking
  /// The latch is drawn, too: the door stands open or can be pushed.
  case open
  /// The bolt could not be moved to its end.
  case jammed
  /// Nobody knows.
  case unknown

  /// Whether a lock that has done what it was told reports this.
  package func fulfils(_ verb: LockCommand.Verb) -> Bool {
    switch verb {
    case .lock: self == .locked
    case .unlock: self == .unlocked || self == .open
    case .unlatch, .holdOpen: self == .open
    }
  }
}
