import KeywayCore
import KeywayStore

/// Finds out what was tapped, on which phone and under which id, from an entry of the log and the
/// registry as it stands.
struct TapRebuilder {
  /// With the rest of its line it fits into a line of a recording; in bytes.
  private static let longestText: Int64 = 1_000_000

  let registry: RegistryExtract
  private let store: any Store
  /// See ``TapNameSurvey/shared``.
  var sharedNames: Set<Int64> = []
  /// Whether taps before the first that is written may have drawn on the buckets, which are full
  /// when a replay starts.
  var beginsLate = false

  init(_ registry: RegistryExtract, store: any Store) {
    self.registry = registry
    self.store = store
  }

  /// The tap of a decision that is no conflict. Blocks where a text has to be looked up.
  ///
  /// - Throws: ``UnwrittenTap``, `StoreError`.
  func rebuild(_ decision: LoggedDecision) throws -> RebuiltTap {
    if decision.refusal?.reason == .clockSkew { throw UnwrittenTap.clockSkew }
    if beginsLate, decision.refusal?.reason == .throttled { throw UnwrittenTap.bucketUnknown }
    let device = try device(of: decision)
    let payload = try payload(of: decision, on: device)
    if case .item = payload, device == nil { throw UnwrittenTap.itemWithoutPhone }
    return RebuiltTap(
      decision: decision, device: device, tap: try tapID(of: decision, on: device),
      payload: payload)
  }

  /// A tap that was denied because its id is that of `original`: whatever else it names, it gets
  /// that answer, so it names nothing.
  func rebuild(conflict decision: LoggedDecision, with original: RebuiltTap) -> RebuiltTap {
    RebuiltTap(
      decision: decision, device: original.device, tap: original.tap,
      payload: .link(Array("conflict-\(decision.sequence)".utf8)))
  }

  /// The phone that the tap named, or nil when it named none. Blocks.
  func device(of decision: LoggedDecision) throws -> Device.ID? {
    switch decision.phone {
    case .none: return nil
    case .unknown where decision.decision == .denied(Refusal(.revoked, .device)):
      throw UnwrittenTap.removedPhone
    case .unknown:
      let attempts = try store.read { reader in
        try reader.attempts(named: decision.tap)
      }
      let sender = attempts.first { $0.sequence == decision.sequence }?.tap.sender ?? ""
      guard let device = sender.split(separator: ":").last.flatMap({ Device.ID(String($0)) }),
        sender.utf8.reversed().starts(with: "device:\(device)".utf8.reversed())
      else { throw UnwrittenTap.forgottenPhone }
      return device
    case .pseudonym(let pseudonym):
      guard let device = registry.phones[pseudonym] else { throw UnwrittenTap.removedPhone }
      return device
    }
  }

  private func tapID(
    of decision: LoggedDecision, on device: Device.ID?
  ) throws(UnwrittenTap) -> Tap.ID {
    var id = decision.tap
    if case .pseudonym(let pseudonym) = decision.phone, let device,
      id.utf8.starts(with: pseudonym.utf8)
    {
      id = device.text + String(decoding: id.utf8.dropFirst(pseudonym.utf8.count), as: UTF8.self)
    }
    if sharedNames.contains(decision.sequence) {
      let suffix = ".\(decision.sequence)"
      id =
        String(decoding: id.utf8.prefix(Tap.maximumIDLength - suffix.utf8.count), as: UTF8.self)
        + suffix
    }
    guard Tap.isValidID(id.utf8.span) else { throw .tapIDTooLong }
    return id
  }
}

// MARK: - What was tapped

extension TapRebuilder {
  private func payload(of decision: LoggedDecision, on device: Device.ID?) throws -> TapPayload {
    if let key = decision.key, let form = decision.form { return try payload(key, form, decision) }
    if decision.refusal == Refusal(.throttled, .device) {
      // Refused without regard to what it named, so it may name anything.
      let name = Key.ID(trusted: "throttled-\(decision.sequence)")
      guard let link = registry.settings.links.link(toKey: name, as: .bare) else {
        throw UnwrittenTap.noText
      }
      return .link(Array(link.utf8))
    }
    guard decision.hmac != nil else { throw UnwrittenTap.noText }
    let bytes = try text(of: decision, on: device)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UnwrittenTap.textNotUTF8
    }
    return decision.form == .item ? .item(type: text, userInfo: .empty) : .link(bytes)
  }

  private func payload(
    _ key: Key.ID, _ form: LoggedDecision.Form, _ decision: LoggedDecision
  ) throws(UnwrittenTap) -> TapPayload {
    switch form {
    case .item: return .item(type: key.text, userInfo: .empty)
    case .link(let form):
      guard let link = registry.settings.links.link(toKey: key, as: form) else { throw .noHost }
      return .link(Array(link.utf8) + signature(of: decision))
    }
  }

  /// The log keeps no signature. Any that is none gets the same refusal.
  private func signature(of decision: LoggedDecision) -> [UInt8] {
    decision.refusal?.reason == .badSignature ? Array("?sig=0".utf8) : []
  }

  /// A text that named nothing known, or one that is certain to be decided alike.
  private func text(of decision: LoggedDecision, on device: Device.ID?) throws -> [UInt8] {
    if decision.refusal?.detail == .link(.tooLong), let length = decision.length {
      // Nothing but the length is looked at.
      guard 0...Self.longestText ~= length else { throw UnwrittenTap.textTooLong }
      return [UInt8](repeating: UInt8(ascii: "x"), count: Int(length))
    }
    let (escaped, secret) = try store.read { reader in
      let facts = try reader.facts(ofDevices: [device].compactMap { $0 }).first ?? nil
      return (
        try reader.rejectedLink(ofEntry: decision.sequence),
        facts?.secret ?? registry.installation.secret
      )
    }
    guard let kept = escaped.flatMap(RejectedText.init) else { throw UnwrittenTap.textPruned }
    if kept.isWhole(length: decision.length, hmac: decision.hmac, secret: secret) {
      return kept.start
    }
    // A link that was one goes on with a query, which names nothing: trackers, or a signature.
    guard case .link(let form)? = decision.form, kept.reachesDelimiter,
      case .success(let link) = registry.settings.router.route(kept.start.span), link.form == form
    else { throw UnwrittenTap.textCut }
    return kept.start + signature(of: decision)
  }
}
