/// Makes one tap of the several deliveries of one press, for one device, and hands it over once.
///
/// UIKit gives a press no id and may deliver it twice, so the rules go by where the app is in its
/// life:
///
/// 1. The app is *launching* from `launch` or `terminate` to the first `active`. Before the first
///    event it counts as active and ready. `inactive` and `background` end being active; only
///    `active` begins it. Every process is ready but one launched with a slow start, until `ready`.
/// 2. Deliveries flagged `recreated` or `fromHistory` carry no tap and change nothing.
/// 3. While launching, equal deliveries on channels that join a launch
///    (``TapChannel/joinsLaunch``) are one tap, also when a newer one has replaced it since.
/// 4. At any time, a `willConnectTo` is the tap of the last `configurationForConnecting` of its
///    scene, when it is the first since and its payload is equal.
/// 5. A sender's own id is stronger than 3 and 4: the same id is the same tap for as long as that
///    tap waits, on any channel, and with another payload a conflict; two ids are two taps. A
///    delivery without an id may join a tap with one, and the reverse; the id that came second
///    then stands for that tap from there on. Taps that were handed over are otherwise not
///    remembered: whoever decides knows the ids that it has decided.
/// 6. Every other delivery is a new tap. It is handed over at once when the app is active and
///    ready, else it is pending, in the place of an older pending one (`superseded`).
/// 7. The pending tap is handed over once, when the app has become active and ready; later
///    activations find nothing. `launch` and `terminate` drop it.
///
/// A launching app is not active, so nothing is handed over while launching. Instants only name
/// taps: no rule depends on how much time lies between two deliveries.
package struct TapInbox: Sendable {
  package let device: Device.ID
  private var isLaunching = false
  private var isActive = true
  private var isReady = true
  /// The taps met since one was last handed over or dropped; the last of them is pending.
  private var waiting: [WaitingTap] = []
  /// The taps of scenes that asked for a configuration and have not connected since.
  private var connecting: [String: Tap] = [:]
  /// The taps that a sender's id joined after they had another name; few senders mix the two.
  private var aliases: [String: Tap] = [:]
  private var lastNamed: (at: Timestamp, number: Int)?

  /// An app that is active and ready, as it counts before its first event.
  package init(device: Device.ID) {
    self.device = device
  }

  /// The tap that waits for the app to become active and ready, or nil.
  package var pending: Tap? { waiting.last?.tap }

  /// Takes in a step of the app's life.
  package mutating func handle(_ event: LifeEvent) -> TapTransition {
    switch event {
    case .launch(let slowStart): return restart(isReady: !slowStart)
    case .terminate: return restart(isReady: true)
    case .active:
      isLaunching = false
      isActive = true
    case .inactive, .background: isActive = false
    case .ready: isReady = true
    }
    return TapTransition(handedOver: handOver())
  }

  /// Takes in a delivery; the instants of those without an id must not go back.
  package mutating func receive(_ delivery: TapDelivery) -> TapReceipt {
    guard delivery.carriesTap else { return TapReceipt(.none) }
    let connected =
      delivery.channel == .willConnectTo ? connecting.removeValue(forKey: delivery.scene) : nil
    let known = known(delivery, connected: connected)
    let receipt = known.map { joining($0, delivery) } ?? adding(delivery)
    if delivery.channel == .configurationForConnecting {
      connecting[delivery.scene] = receipt.isConflict ? nil : receipt.tap ?? known
    }
    return receipt
  }
}

extension TapInbox {
  /// A process ends or begins: what waited in the old one, and its scenes, are gone.
  private mutating func restart(isReady: Bool) -> TapTransition {
    let dropped = pending?.id
    waiting.removeAll()
    connecting.removeAll()
    isLaunching = true
    isActive = false
    self.isReady = isReady
    return TapTransition(dropped: dropped)
  }

  /// Gives the pending tap away, if the app can take it.
  private mutating func handOver() -> Tap? {
    guard isActive, isReady, let tap = pending else { return nil }
    waiting.removeAll()
    return tap
  }

  /// The tap that the delivery belongs to, or whose id it claims; nil for a new one.
  private func known(_ delivery: TapDelivery, connected: Tap?) -> Tap? {
    if let id = delivery.id {
      if let tap = aliases[id] ?? waiting.last(where: { $0.tap.id == id })?.tap { return tap }
    }
    if let connected, isSame(connected, delivery) { return connected }
    guard isLaunching, delivery.channel.joinsLaunch else { return nil }
    return waiting.last { $0.joinsLaunch && isSame($0.tap, delivery) }?.tap
  }

  /// Whether payloads are equal and ids, where both have one of their sender's, are the same.
  private func isSame(_ tap: Tap, _ delivery: TapDelivery) -> Bool {
    guard tap.payload == delivery.payload else { return false }
    return delivery.id == nil || delivery.id == tap.id || !hasSenderID(tap)
  }

  private func hasSenderID(_ tap: Tap) -> Bool {
    tap.isNamedBySender || aliases.values.contains { $0.id == tap.id }
  }

  private mutating func joining(_ tap: Tap, _ delivery: TapDelivery) -> TapReceipt {
    guard tap.payload == delivery.payload else {
      return TapReceipt(.conflict(Tap(id: delivery.id ?? tap.id, delivery: delivery)))
    }
    if let id = delivery.id, id != tap.id { aliases[id] = tap }
    if let index = waiting.lastIndex(where: { $0.tap.id == tap.id }) {
      waiting[index].join(delivery)
    }
    return TapReceipt(.duplicate(of: tap.id))
  }

  private mutating func adding(_ delivery: TapDelivery) -> TapReceipt {
    let tap = Tap(id: delivery.id ?? name(at: delivery.at), delivery: delivery)
    guard !isActive || !isReady else { return TapReceipt(.handOver(tap)) }
    let superseded = pending?.id
    waiting.append(WaitingTap(tap))
    return TapReceipt(.pending(tap), superseded: superseded)
  }

  /// Counts the taps of a millisecond that have no name of their own.
  private mutating func name(at: Timestamp) -> String {
    let number = lastNamed.map { $0.at == at ? $0.number + 1 : 1 } ?? 1
    lastNamed = (at, number)
    return Tap.id(device: device, at: at, number: number)
  }
}
