/// The part of the house that a token is good for.
package enum TokenScope: Hashable, Sendable {
  case door(Door.ID)
  /// All doors of the site with exactly these bytes.
  case site(String)

  /// Whether the door belongs to it.
  package func contains(_ door: Door) -> Bool {
    switch self {
    case .door(let id): id == door.id
    case .site(let site): door.site.map { $0.utf8.elementsEqual(site.utf8) } ?? false
    }
  }
}
