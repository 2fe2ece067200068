/// What some threads put in and another takes out, in order.
package final class Mailbox<Item: Sendable>: Sendable {
  private struct Contents: Sendable {
    var items: [Item] = []
    var isClosed = false
  }

  private let contents = Monitor(Contents())
  private let capacity: Int

  /// - Parameter capacity: how many items may wait in it.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// False, and nothing done, when it is full or closed. Does not block.
  package func put(_ item: Item) -> Bool {
    contents.change(wakingOne: true) { contents in
      guard !contents.isClosed, contents.items.count < capacity else { return false }
      contents.items.append(item)
      return true
    }
  }

  /// Takes out up to so many, at least one. Blocks until there is one; empty when it is closed and
  /// nothing is left.
  package func take(atMost count: Int) -> [Item] {
    contents.wait { contents -> [Item]? in
      if contents.items.isEmpty { return contents.isClosed ? [] : nil }
      if contents.items.count <= count {
        let items = contents.items
        contents.items = []
        return items
      }
      defer { contents.items.removeFirst(count) }
      return Array(contents.items.prefix(count))
    } ?? []
  }

  /// How many wait in it.
  package var count: Int {
    contents.look { $0.items.count }
  }

  /// Lets nothing more in; what is in it can still be taken.
  package func close() {
    contents.change { $0.isClosed = true }
  }
}
