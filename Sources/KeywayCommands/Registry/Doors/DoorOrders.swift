import KeywayCore
import KeywayService

/// `keyway door unlock`, `unlatch`, `hold` and `lock`.
struct DoorOrders<Word: DoorWord>: Command {
  static var name: String { Word.name }
  static var summary: String { Word.summary }
  static var discussion: String {
    """
    An operator's own word, logged with the actor: no key decides, but a door that is locked down \
    or disabled is only ever locked. Each lock is told once, all at the same time, and the answer \
    is per door.
    """
  }
  static var parameters: Parameters {
    Parameters(Door.several, Common.because, Common.dryRun)
  }
  static var exitStatuses: [ExitMeaning] {
    [
      ExitMeaning(.done, "every lock has acknowledged"),
      ExitMeaning(.denied, "some have not, or a door refused"),
      ExitMeaning(.unavailable, "none has"),
    ]
  }

  private let doors: [Reference<Door>]
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    doors = try arguments[Door.several]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let ids = try context.ids(of: doors).map { Door.ID(trusted: $0) }
    if isRehearsal { return try rehearse(ids, context) }
    try context.require(context.locks.driverNames(of: ids))
    let orders = try context.orders.order(Word.verb, of: ids, by: context.actor)
    let results = try context.carryOut(orders)
    for result in results { try context.print(result.members, orSay: result.sentence) }
    context.status = DoorResult.status(of: results)
  }

  private func rehearse(_ ids: [Door.ID], _ context: KeywayContext) throws {
    for (door, refusal) in try context.orders.rehearse(Word.verb, of: ids) {
      var members: JSONObject = [
        "door": .string(door.text), "outcome": .string(refusal == nil ? "granted" : "denied"),
      ]
      members["reason"] = refusal.map(JSONValue.string)
      try context.print(
        members, orSay: "\(door): \(refusal.map { "denied: \($0)" } ?? "granted")")
      if refusal != nil { context.status = .denied }
    }
    try context.noteRehearsal(true)
  }
}

/// What an operator may say to doors.
protocol DoorWord {
  static var name: String { get }
  static var summary: String { get }
  static var verb: LockCommand.Verb { get }
}

enum UnlockWord: DoorWord {
  static let name = "unlock"
  static let summary = "Draw the bolts of doors back, so that their handles open."
  static let verb = LockCommand.Verb.unlock
}

enum UnlatchWord: DoorWord {
  static let name = "unlatch"
  static let summary = "Draw the latches of doors back, too, so that they open by themselves."
  static let verb = LockCommand.Verb.unlatch
}

enum HoldWord: DoorWord {
  static let name = "hold"
  static let summary = "Keep doors open until they are told to lock."
  static let verb = LockCommand.Verb.holdOpen
}

enum LockWord: DoorWord {
  static let name = "lock"
  static let summary = "Lock doors."
  static let verb = LockCommand.Verb.lock
}
