/// A tap as a phone sends it to the service, with a recording's fields and `sent`.
package struct TapMessage: Hashable, Sendable {
  /// The fields that it can have.
  package static let fields = [
    "at", "channel", "device", "flags", "item", "link", "list", "sent", "tap",
  ]

  /// Always with an id: without one a repeat would be another tap.
  package let tap: Tap.ID
  /// Nil when it names none.
  package let device: Device.ID?
  package let delivery: TapDelivery
  /// When the phone sent it, by the clock of ``TapDelivery/at``.
  package let sent: Timestamp

  /// Reads an object; null stands for no field.
  ///
  /// - Parameter number: which of several it is, counted from 1; errors name it.
  package init(_ object: JSONObject, number: Int = 1) throws(RecordingError) {
    let fields = RecordingFields(
      JSONObject(unique: object.members.filter { $0.value != .null }), line: number)
    for (name, _) in object.members where !Self.fields.contains(name) {
      throw fields.error(nil, "has the field \(quoted(name)), which no tap has")
    }
    tap = try fields.require("tap", fields.tapID())
    device = try fields.id("device")
    sent = try fields.require("sent", fields.instant("sent"))
    let at = try fields.require("at", fields.instant("at"))
    delivery = try fields.delivery(at: at, namesPhone: true)
  }
}
