import KeywayCore
import KeywayStore

/// A record as the site file has it: the one mapping that import, export, add, edit and show share.
protocol RegistryEntity: Sendable {
  static var list: RegistryList { get }
  /// The members of its object besides the one that names it, in the order of the site file.
  static var fields: [String] { get }
  /// The fields that stand in the log as a hash: names and whatever else people write.
  static var hashedFields: [String] { get }

  /// A record in which every field has its default and required ones are empty.
  static func make(id: String, identity: RowIdentity) -> Self
  /// The records of the ids, in their order; nil where nobody has the id.
  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?]
  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void) throws
  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer) throws(StoreError)

  var id: String { get }
  var isRemoved: Bool { get }
  var identity: RowIdentity { get }
  /// Whether a restore suspended it, which no site file says.
  var isHeld: Bool { get }
  /// The records that it names, as they must exist.
  var references: [RegistryReference] { get }

  /// Sets the fields that the object has.
  mutating func read(_ fields: inout FieldReader, zones: TimeZones)
  /// The value of a field.
  func value(of field: String) -> JSONValue
  /// What is wrong with the record becoming `new`, as field and words.
  func problem(changingTo new: Self) -> (field: String, message: String)?
  /// The same record with every field as a new one has it.
  var cleared: Self { get }
  /// What remains of the record when it is gone: its id.
  func removed(identity: RowIdentity) -> Self
}

/// What a row is given at random when it is made, and under which the log speaks of it.
struct RowIdentity: Hashable, Sendable {
  /// The name in the log; of holders and devices only.
  let pseudonym: String
  /// The bytes under which the row's texts are hashed.
  let secret: [UInt8]

  init(pseudonym: String = "", secret: [UInt8]) {
    self.pseudonym = pseudonym
    self.secret = secret
  }

  init(new environment: ServiceEnvironment) {
    pseudonym = environment.makePseudonym()
    secret = environment.makeSecret()
  }

  /// For records that are never kept.
  static let none = RowIdentity(secret: [])
}

/// A field that names another record.
struct RegistryReference: Hashable, Sendable {
  let field: String
  let list: RegistryList
  let id: String
  /// Whether the other may be gone.
  let mayBeRemoved: Bool
}

extension RegistryEntity {
  var references: [RegistryReference] { [] }

  var isHeld: Bool { false }

  var cleared: Self { .make(id: id, identity: identity) }

  func problem(changingTo new: Self) -> (field: String, message: String)? { nil }

  /// The record as the site file has it, with every field.
  var object: JSONObject {
    var object: JSONObject = [Self.list.idMember: .string(id)]
    if isRemoved {
      object["state"] = .string("removed")
    } else {
      for field in Self.fields { object[field] = value(of: field) }
    }
    return object
  }
}

extension RegistryList {
  /// The member that names a record of the list.
  package var idMember: String { self == .actions ? "type" : "id" }

  /// One record of the list, as messages and the log name it.
  package var noun: String {
    switch self {
    case .doors: "door"
    case .holders: "holder"
    case .devices: "device"
    case .keys: "key"
    case .actions: "action"
    }
  }
}

extension JSONValue {
  /// Null for nil.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }
}
