package import KeywayCore

/// Whose taps are counted together.
package struct ThrottleSubject: Hashable, Sendable {
  /// As it is stored; never changes.
  package let text: String

  private init(_ text: String) {
    self.text = text
  }

  package static func device(_ id: Device.ID) -> Self { Self("device:" + id.text) }
  package static func door(_ id: Door.ID) -> Self { Self("door:" + id.text) }
  /// One that sends taps without a device, as ``TapIdentity/sender`` has it.
  package static func sender(_ sender: String) -> Self { Self("sender:" + sender) }
  /// All devices together that nobody knows, so that a new name helps no one.
  package static let strangers = Self("strangers")
}

/// How much a device, a door or a sender has asked for lately.
package struct Throttle: Hashable, Sendable {
  /// What taps draw on.
  package var tokens: TokenBucket
  /// What entries of refusals draw on that no token was taken for.
  package var refusals: TokenBucket
  /// In minutes since 1970: which minute the rest is of.
  package var minute: Int64
  /// Which refusals have had their one entry of the minute: a bit for each place in
  /// `Refusal.Reason.allCases`.
  package var noted: Int64
  /// How many throttled taps of the minute are remembered.
  package var remembered: Int64

  package init(
    tokens: TokenBucket = TokenBucket(), refusals: TokenBucket = TokenBucket(), minute: Int64 = 0,
    noted: Int64 = 0, remembered: Int64 = 0
  ) {
    self.tokens = tokens
    self.refusals = refusals
    self.minute = minute
    self.noted = noted
    self.remembered = remembered
  }
}

/// Reads what throttling goes by.
package protocol ThrottleReader: ~Copyable {
  /// In the order of the subjects; nil where one has never drawn anything.
  borrowing func throttles(_ subjects: [ThrottleSubject]) throws(StoreError) -> [Throttle?]
}

/// Keeps what throttling goes by.
package protocol ThrottleWriter: ~Copyable {
  /// Adds or replaces.
  borrowing func save(_ throttles: [(ThrottleSubject, Throttle)]) throws(StoreError)
}
