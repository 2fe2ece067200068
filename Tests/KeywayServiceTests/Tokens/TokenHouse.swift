import KeywayCore
import KeywayService
import KeywayStore

/// The furnished house with its tokens.
struct TokenHouse {
  let house: TestHouse
  let tokens: TokenService
  let actor = Actor(name: "user:1000")

  init(path: String = ":memory:") throws {
    house = try TestHouse(path: path)
    try house.save(Furniture())
    tokens = TokenService(environment: house.environment)
  }

  static let minute: Int64 = 60_000
  static let day: Int64 = 86_400_000

  /// Who shows these texts.
  func principals(_ texts: String...) throws -> [Principal?] {
    try tokens.authenticate(texts.map { Array($0.utf8) })
  }

  /// Whether the token holds.
  func holds(_ issued: IssuedToken) throws -> Bool {
    try principals(text(issued))[0] != nil
  }

  func text(_ issued: IssuedToken) throws -> String { try present(issued.secret).text }

  func phoneToken(_ device: Device.ID = .phone) throws -> IssuedToken {
    try tokens.issue(TokenOrder(role: .device, device: device), by: actor)
  }

  /// The code that waits for the device now.
  func code(for device: Device.ID = .phone) throws -> String {
    try present(tokens.enrol(device, by: actor).code).text
  }

  /// What the phone is given for the code, or nil.
  func redeem(_ code: String, _ device: Device.ID = .phone) throws -> IssuedToken? {
    guard case .token(let issued) = try tokens.redeem(code, for: device) else { return nil }
    return issued
  }

  func all() throws -> [TokenRecord] {
    var all: [TokenRecord] = []
    try tokens.list { all.append($0) }
    return all
  }

  /// What the last entries of the log set, without `seq` and instants.
  func changes(after count: Int = 0) throws -> [String] {
    try house.entries("administration").dropFirst(count).map { entry in
      let words = ["verb", "object"].compactMap { entry.text($0) }.joined(separator: " ")
      guard case .object(let set)? = entry["set"] else { return words }
      let fields = set.members.map { member -> String in
        switch member.value {
        case .string(let text): "\(member.key)=\(text)"
        case .integer(let number): "\(member.key)=\(number)"
        default: "\(member.key)=?"
        }
      }
      return ([words] + fields.sorted()).joined(separator: " ")
    }
  }
}
