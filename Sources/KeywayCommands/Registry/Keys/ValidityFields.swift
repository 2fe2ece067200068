import KeywayCore
import KeywayService

/// The options that say from when until when a key works.
struct ValidityFields {
  private static let validFrom = Option.clearable(
    "valid-from", .time, help: "The first instant at which it works.")
  private static let validUntil = Option.clearable(
    "valid-until", .time, help: "The first instant at which it no longer works.")
  private static let length = Option.optional(
    "for", .duration, help: "How long it works, such as 3d, instead of an end.")
  static let parameters = Parameters(validFrom, validUntil, length)
    .atMostOne(of: validUntil, length)

  private let validFrom: Change<TimeText>
  private let validUntil: Change<TimeText>
  private let length: DurationText?

  init(_ arguments: Arguments) throws(UsageError) {
    validFrom = try arguments[Self.validFrom]
    validUntil = try arguments[Self.validUntil]
    length = try arguments[Self.length]
  }

  /// The members that were given; wall time is that of the door.
  func object(atDoor door: Door.ID, in context: KeywayContext) throws -> JSONObject {
    var object: JSONObject = [:]
    try object.set("validFrom", validFrom) { .string(try context.instant($0, at: door).rfc3339) }
    try object.set("validUntil", validUntil) { .string(try context.instant($0, at: door).rfc3339) }
    if let length {
      var start = try context.environment.now()
      if case .set(let time) = validFrom { start = try context.instant(time, at: door) }
      let end = Timestamp(milliseconds: start.milliseconds + length.milliseconds)
      object["validUntil"] = .string(end.rfc3339)
    }
    return object
  }
}
