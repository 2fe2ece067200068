package import KeywayCore

/// Sets of some devices, as JSON Lines in one piece.
package struct SetBundle: Sendable {
  private var writer = JSONWriter(capacity: 1 << 18)
  /// Whose set each line is.
  package private(set) var devices: [Device.ID] = []
  /// Where each line ends, behind its line feed.
  private var ends: [Int] = []

  /// All lines, each with its line feed.
  package var bytes: [UInt8] { writer.bytes }

  package var isEmpty: Bool { devices.isEmpty }

  /// Calls the body with each device and its line, which stands only while the body runs.
  package func forEach(_ body: (Device.ID, Span<UInt8>) throws -> Void) rethrows {
    var start = 0
    for index in devices.indices {
      try body(devices[index], writer.bytes.span.extracting(start..<ends[index]))
      start = ends[index]
    }
  }

  mutating func append(_ set: PublishedSet) {
    set.append(to: &writer)
    writer.raw("\n")
    devices.append(set.device)
    ends.append(writer.bytes.count)
  }

  /// The memory stays.
  mutating func removeAll() {
    writer.removeAll()
    devices.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

/// Where a job brings sets.
package protocol SetSink {
  /// Takes sets whose versions are sure to last. Blocks.
  ///
  /// - Returns: the devices whose set could not be brought there, and why.
  /// - Throws: when no other can be brought there either.
  mutating func deliver(_ bundle: SetBundle) throws -> [SetFailure]
  /// Takes away what was delivered for devices that are gone. Blocks.
  mutating func remove(_ devices: [Device.ID]) throws -> [SetFailure]
}

/// A device whose set could not be made or delivered.
package struct SetFailure: Hashable, Sendable {
  package let device: String
  /// Why, in words.
  package let message: String

  package init(device: String, message: String) {
    self.device = device
    self.message = message
  }
}
