import KeywayCore
import KeywayStore

/// Writes a change of a command: its row, its entry, and the uses that it gives back.
enum CommandRecorder {
  /// Returns the keys that were given a use back, once for each use.
  @discardableResult
  static func record(
    _ command: LockCommand, at now: Timestamp, isRefunded: Bool, log: LogAppender,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> [Key.ID] {
    try transaction.update(command)
    var refunds: [Key.ID] = []
    if isRefunded {
      for tap in try transaction.taps(onCommand: command.id) where tap.isCharged {
        try transaction.refundUse(of: tap.key)
        refunds.append(tap.key)
      }
    }
    var members: JSONObject = [
      "v": .integer(1),
      "kind": .string("actuation"),
      "at": .string(now.rfc3339),
      "command": .string(command.id.text),
      "door": .string(command.door.text),
      "verb": .string(command.verb.rawValue),
      "state": .string(command.state.rawValue),
    ]
    members["detail"] = command.detail.map(JSONValue.string)
    if !refunds.isEmpty { members["refunded"] = .integer(Int64(refunds.count)) }
    log.append(members)
    return refunds
  }
}
