/// A person or organisation that keys are issued to.
package struct Holder: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<Holder>

  package let id: ID
  package var name: String
  package var state: Standing
  /// Whether the holder is gone and only the id is kept, so that the id is never used again.
  package var isRemoved: Bool

  package init(id: ID, name: String, state: Standing = .active, isRemoved: Bool = false) {
    self.id = id
    self.name = name
    self.state = state
    self.isRemoved = isRemoved
  }
}
