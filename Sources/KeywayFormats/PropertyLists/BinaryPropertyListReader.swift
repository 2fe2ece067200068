/// Reads property lists in Apple's binary form, `bplist00`: objects that name one another by
/// number, a table of their offsets, and a trailer of 32 bytes that says where the table is.
struct BinaryPropertyListReader {
  /// In bytes, with `objectCost` for each object as often as it is named, so that a small file
  /// cannot name its way to a value that fills the memory.
  private static let mostVisited = 64 << 20
  private static let objectCost = 32

  private let bytes: [UInt8]
  private let layout: BinaryPropertyListLayout
  /// The objects that are being read, which may not name themselves.
  private var isOpen: [Bool]
  private var depth = 0
  private var visited = 0

  static func value(of bytes: [UInt8]) throws(FormatError) -> PropertyList {
    let layout = try BinaryPropertyListLayout(bytes)
    var reader = Self(
      bytes: bytes, layout: layout, isOpen: Array(repeating: false, count: layout.objectCount))
    return try reader.object(layout.top, namedAt: layout.trailer)
  }

  private init(bytes: [UInt8], layout: BinaryPropertyListLayout, isOpen: [Bool]) {
    self.bytes = bytes
    self.layout = layout
    self.isOpen = isOpen
  }

  private mutating func object(
    _ number: Int, namedAt place: Int
  ) throws(FormatError) -> PropertyList {
    let offset = try layout.offset(of: number, namedAt: place, in: bytes)
    guard !isOpen[number] else { throw error("an object stands inside itself", offset) }
    try charge(Self.objectCost, offset)
    let low = Int(bytes[offset] & 0x0F)
    switch (bytes[offset] >> 4, low) {
    case (0x0, 0x8): return .boolean(false)
    case (0x0, 0x9): return .boolean(true)
    case (0x1, 0...4):
      return value(try scalar(offset, 1 << low, "an integer"), offset, BinaryScalar.integer)
    case (0x2, 2...3):
      return value(try scalar(offset, 1 << low, "a real number"), offset, BinaryScalar.real)
    case (0x3, 0x3): return value(try scalar(offset, 8, "a date"), offset, BinaryScalar.date)
    case (0x4, _): return .data(Array(try content(offset, low, width: 1)))
    case (0x5, _): return value(try content(offset, low, width: 1), offset, BinaryScalar.ascii)
    case (0x6, _): return value(try content(offset, low, width: 2), offset, BinaryScalar.utf16)
    case (0x8, _):
      _ = try scalar(offset, low + 1, "a UID")
      return .unreadable(error("a UID, as keyed archives have it, is no value here", offset))
    case (0xA, _): return try container(number, offset, low, isDictionary: false)
    case (0xB, _), (0xC, _):
      _ = try content(offset, low, width: layout.referenceSize)
      return .unreadable(error("a set is no value of an XML property list", offset))
    case (0xD, _): return try container(number, offset, low, isDictionary: true)
    default:
      let marker = String(bytes[offset], radix: 16)
      throw error("the object 0x\(marker) is of no known type", offset)
    }
  }

  private mutating func container(
    _ number: Int, _ offset: Int, _ low: Int, isDictionary: Bool
  ) throws(FormatError) -> PropertyList {
    guard depth < PropertyList.maximumDepth else {
      throw error(
        "more than \(PropertyList.maximumDepth) arrays and dictionaries inside one another", offset)
    }
    let references = try content(
      offset, low, width: layout.referenceSize * (isDictionary ? 2 : 1))
    depth += 1
    isOpen[number] = true
    defer {
      depth -= 1
      isOpen[number] = false
    }
    return isDictionary ? try dictionary(references) : try array(references)
  }

  private mutating func array(_ references: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    var values: [PropertyList] = []
    for place in stride(
      from: references.startIndex, to: references.endIndex, by: layout.referenceSize)
    {
      values.append(try object(layout.reference(at: place, in: bytes), namedAt: place))
    }
    return .array(values)
  }

  private mutating func dictionary(
    _ references: ArraySlice<UInt8>
  ) throws(FormatError) -> PropertyList {
    var members = PropertyListDictionary()
    let half = references.count / 2
    for place in stride(
      from: references.startIndex, to: references.startIndex + half, by: layout.referenceSize)
    {
      let name = try object(layout.reference(at: place, in: bytes), namedAt: place)
      if case .unreadable(let error) = name { throw error }
      guard case .string(let key) = name else {
        throw error("a key is \(name.kind), not a string", place)
      }
      let value = try object(
        layout.reference(at: place + half, in: bytes), namedAt: place + half)
      guard members.append(key, value) else { throw error("the key '\(key)' stands twice", place) }
    }
    return .dictionary(members)
  }

  /// What follows the marker: so many pieces of `width` bytes as it says, 15 meaning that an
  /// integer with the count comes first.
  private mutating func content(
    _ offset: Int, _ low: Int, width: Int
  ) throws(FormatError) -> ArraySlice<UInt8> {
    var start = offset + 1
    var count = low
    if low == 0x0F {
      guard start < layout.table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
        throw error("the count of an object is no integer", offset)
      }
      let size = 1 << Int(bytes[start] & 0x0F)
      let digits = try scalar(start, size, "the count of an object")
      guard let number = BinaryScalar.number(digits), number >= 0 else {
        throw error("the count of an object is negative", offset)
      }
      count = Int(number)
      start += 1 + size
    }
    let (length, isOver) = count.multipliedReportingOverflow(by: width)
    guard !isOver, length <= layout.table - start else {
      throw error("an object is longer than the file", offset)
    }
    try charge(length, offset)
    return bytes[start..<start + length]
  }

  /// So many bytes behind a marker.
  private func scalar(
    _ offset: Int, _ size: Int, _ name: String
  ) throws(FormatError) -> ArraySlice<UInt8> {
    let start = offset + 1
    guard size <= layout.table - start else { throw error("\(name) is cut off", offset) }
    return bytes[start..<start + size]
  }

  /// What the bytes of an object stand for; `unreadable` when the reader throws.
  private func value(
    _ bytes: ArraySlice<UInt8>, _ offset: Int,
    _ read: (ArraySlice<UInt8>) throws(FormatError) -> PropertyList
  ) -> PropertyList {
    do throws(FormatError) {
      return try read(bytes)
    } catch {
      return .unreadable(self.error(error.message, offset))
    }
  }

  private mutating func charge(_ amount: Int, _ offset: Int) throws(FormatError) {
    visited += amount
    guard visited <= Self.mostVisited else {
      throw error("the objects name one another so often that the value is too great", offset)
    }
  }

  private func error(_ message: String, _ offset: Int) -> FormatError {
    FormatError(message, at: .byte(offset))
  }
}
