import Glibc
import KeywayCore
import KeywayMQTT
import Synchronization
import Testing

/// A simulated lock on a thread of its own, which ends with the last reference to it.
final class PlayedLock: Sendable {
  private final class State: Sendable {
    let isWanted = Atomic<Bool>(true)
    let isReady = Atomic<Bool>(false)
    let entries = Mutex<[MQTTLockSimulator.Entry]>([])
  }

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let state = State()
  private let thread = Mutex<pthread_t?>(nil)

  /// Plays the lock and waits until it can be told.
  init(_ settings: JSONObject, _ script: MQTTLockScript = MQTTLockScript()) throws {
    let lock = try MQTTLockSettings(settings)
    let state = state
    let work = Work {
      MQTTLockSimulator(
        lock, script: script, now: Clocks.now, uptime: Clocks.uptime,
        journal: { entry in state.entries.withLock { $0.append(entry) } }
      ).run(
        while: { state.isWanted.load(ordering: .acquiring) },
        ready: { state.isReady.store(true, ordering: .releasing) })
    }
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    try #require(status == 0)
    self.thread.withLock { $0 = thread }
    var patience = 1_000
    while !state.isReady.load(ordering: .acquiring), patience > 0 {
      usleep(5_000)
      patience -= 1
    }
    try #require(patience > 0, "the lock does not reach the broker")
  }

  deinit { stop() }

  /// Switches it off, without a farewell to the broker.
  func stop() {
    state.isWanted.store(false, ordering: .releasing)
    thread.withLock { thread in
      if let thread { pthread_join(thread, nil) }
      thread = nil
    }
  }

  /// What it was told by the command, once it has been told whatever the broker has for it: a
  /// later command comes after that.
  func entries(
    of command: LockCommand, _ settings: JSONObject
  ) throws -> [MQTTLockSimulator.Entry] {
    let name = "after-\(command.id)"
    let last = Fixtures.command(.lock, name)
    var patience = 1_000
    while Fixtures.driver.send(last, settings).neverReached != nil, patience > 0 {
      usleep(5_000)
      patience -= 1
    }
    while !entries.contains(where: { $0.properties["keyway-command"] == name }), patience > 0 {
      usleep(5_000)
      patience -= 1
    }
    try #require(patience > 0, "the lock does not hear from the broker")
    return entries.filter { $0.properties["keyway-command"] == command.id.text }
  }

  /// What it was told, in order.
  var entries: [MQTTLockSimulator.Entry] { state.entries.withLock { $0 } }
}
