extension Door {
  /// Why an operator's command is not given to the door, or nil. Locking is always allowed.
  package func refusal(of verb: LockCommand.Verb) -> Refusal.Reason? {
    if isRemoved { return .doorDisabled }
    guard verb != .lock else { return nil }
    switch mode {
    case .normal: return nil
    case .lockedDown: return .doorLockedDown
    case .disabled: return .doorDisabled
    }
  }
}
