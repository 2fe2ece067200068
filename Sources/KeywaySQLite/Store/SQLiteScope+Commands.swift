import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func command(_ id: LockCommand.ID) throws(StoreError) -> LockCommand? {
    try connection.withStatement(
      """
      SELECT id, door, verb, state, decided_at, deadline, sent_at, owner, detail, actor
      FROM command WHERE id = ?1
      """
    ) { row throws(StoreError) in
      try row.bind(1, id.text)
      return try row.step() ? try row.command() : nil
    }
  }

  borrowing func commandsInFlight(onDoor door: Door.ID) throws(StoreError) -> [LockCommand] {
    try connection.withStatement(
      """
      SELECT id, door, verb, state, decided_at, deadline, sent_at, owner, detail, actor
      FROM command INDEXED BY command_in_flight
      WHERE door = ?1 AND state IN ('pending', 'sent') ORDER BY id
      """
    ) { row throws(StoreError) in
      try row.bind(1, door.text)
      return try row.commands()
    }
  }

  borrowing func commandsInFlight() throws(StoreError) -> [LockCommand] {
    try connection.withStatement(
      """
      SELECT id, door, verb, state, decided_at, deadline, sent_at, owner, detail, actor
      FROM command INDEXED BY command_in_flight
      WHERE state IN ('pending', 'sent') ORDER BY id
      """
    ) { row throws(StoreError) in try row.commands() }
  }

  borrowing func taps(onCommand id: LockCommand.ID) throws(StoreError) -> [CommandTap] {
    try connection.withStatement(
      """
      SELECT seq, key, device, link, confirmed, charged FROM command_tap
      WHERE command = ?1 ORDER BY seq
      """
    ) { row throws(StoreError) in
      try row.bind(1, id.text)
      var taps: [CommandTap] = []
      while try row.step() {
        taps.append(
          CommandTap(
            command: id, sequence: try row.int64(0), key: Key.ID(trusted: try row.text(1)),
            device: try row.textIfPresent(2).map { Device.ID(trusted: $0) },
            isLink: try row.bool(3), isConfirmed: try row.bool(4), isCharged: try row.bool(5)))
      }
      return taps
    }
  }

  borrowing func add(_ commands: [LockCommand], taps: [CommandTap]) throws(StoreError) {
    if !commands.isEmpty {
      try connection.withStatement(
        "INSERT INTO command VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
      ) { row throws(StoreError) in
        for command in commands { try row.insert(command) }
      }
    }
    guard !taps.isEmpty else { return }
    try connection.withStatement("INSERT INTO command_tap VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") {
      row throws(StoreError) in
      for tap in taps {
        try row.bind(1, tap.command.text)
        try row.bind(2, tap.sequence)
        try row.bind(3, tap.key.text)
        try row.bind(4, tap.device?.text)
        try row.bind(5, tap.isLink)
        try row.bind(6, tap.isConfirmed)
        try row.bind(7, tap.isCharged)
        try row.run()
      }
    }
  }

  borrowing func update(_ command: LockCommand) throws(StoreError) {
    try connection.withStatement(
      "UPDATE command SET state = ?2, sent_at = ?3, detail = ?4 WHERE id = ?1"
    ) { row throws(StoreError) in
      try row.bind(1, command.id.text)
      try row.bind(2, command.state.rawValue)
      try row.bind(3, command.sentAt?.milliseconds)
      try row.bind(4, command.detail)
      try row.run()
    }
  }
}

extension Statement {
  fileprivate func insert(_ command: LockCommand) throws(StoreError) {
    try bind(1, command.id.text)
    try bind(2, command.door.text)
    try bind(3, command.verb.rawValue)
    try bind(4, command.state.rawValue)
    try bind(5, command.decidedAt.milliseconds)
    try bind(6, command.deadline.milliseconds)
    try bind(7, command.sentAt?.milliseconds)
    try bind(8, command.owner)
    try bind(9, command.detail)
    try bind(10, command.actor)
    try run()
  }

  fileprivate func commands() throws(StoreError) -> [LockCommand] {
    var commands: [LockCommand] = []
    while try step() { commands.append(try command()) }
    return commands
  }

  fileprivate func command() throws(StoreError) -> LockCommand {
    LockCommand(
      id: LockCommand.ID(trusted: try text(0)), door: Door.ID(trusted: try text(1)),
      verb: try value(2), state: try value(3),
      decidedAt: Timestamp(milliseconds: try int64(4)),
      deadline: Timestamp(milliseconds: try int64(5)),
      sentAt: try int64IfPresent(6).map(Timestamp.init(milliseconds:)), owner: try text(7),
      detail: try textIfPresent(8), actor: try textIfPresent(9))
  }
}
