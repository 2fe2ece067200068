/// One line of a recording: something that happened at an instant, and what is expected of it.
package struct RecordingLine: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A step in the life of the app on ``RecordingLine/device``, which is not nil.
    case life(LifeEvent)
    /// How the lock of the door answers from here on, and how many milliseconds after it is told;
    /// nil for at once, or with `unconfirmed` for never.
    case lock(door: Door.ID, behaviour: LockBehaviour, after: Int64? = nil)
    /// A fragment of a site file, which is not looked at here.
    case apply(JSONObject)
    /// Of an item, only with a device; a link may come without one.
    case delivery(TapDelivery)
  }

  /// Counted from 1, blank lines included.
  package let number: Int
  package let at: Timestamp
  /// When the service got the delivery, not before ``at``; nil when that was at once.
  package let received: Timestamp?
  package let device: Device.ID?
  package let content: Content
  /// Nil when nothing is expected.
  package let expectation: Expectation?

  /// Reads the bytes between two line feeds; nil when they are blank.
  ///
  /// That instants never go back is not seen in one line; see ``RecordingOrder``.
  package static func read(
    _ bytes: Span<UInt8>, number: Int
  ) throws(RecordingError) -> RecordingLine? {
    if isBlank(bytes) { return nil }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.value(of: bytes)
    } catch {
      throw RecordingError(line: number, column: error.column, message: error.message)
    }
    guard case .object(let object) = value else {
      throw RecordingError(line: number, message: "expected an object, found \(value.kind)")
    }
    return try RecordingLine(RecordingFields(object, line: number))
  }

  private static func isBlank(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where ![0x20, 0x09, 0x0D, 0x0A].contains(bytes[index]) {
      return false
    }
    return true
  }

  private init(_ fields: RecordingFields) throws(RecordingError) {
    let kind = try RecordingKind(fields)
    try kind.checkFields(fields)
    number = fields.line
    at = try fields.require("at", fields.instant("at"))
    received = try fields.instant("received")
    if let received, received < at { throw fields.error("received", "is earlier than 'at'") }
    device = try fields.id("device")
    content = try kind.content(fields, at: at)
    expectation = try fields.expectation()
  }
}
