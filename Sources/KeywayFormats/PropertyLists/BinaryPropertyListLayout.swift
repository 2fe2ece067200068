/// Where the parts of a binary property list are, as its trailer says; everything is checked
/// against the size of the file.
struct BinaryPropertyListLayout {
  private static let header = 8
  private static let trailerSize = 32

  /// Where the trailer begins.
  let trailer: Int
  /// Where the table of offsets begins, and the objects end.
  let table: Int
  let objectCount: Int
  /// The number of the object that is the whole value.
  let top: Int
  /// How many bytes the number of an object has where it is named.
  let referenceSize: Int
  private let offsetSize: Int

  init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.starts(with: "bplist00".utf8) else {
      throw FormatError("is a binary property list of another version than 00", at: .byte(6))
    }
    guard bytes.count >= Self.header + Self.trailerSize + 1 else {
      throw FormatError("the file is cut off", at: .byte(bytes.count))
    }
    trailer = bytes.count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let wrong = FormatError("the trailer does not fit the file", at: .byte(trailer))
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize,
      let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
      table > Self.header, table <= trailer, count > 0,
      count <= (trailer - table) / offsetSize, top < count
    else { throw wrong }
    (objectCount, self.top, self.table) = (count, top, table)
  }

  /// Where an object begins.
  ///
  /// - Parameter place: where it is named, for the error.
  func offset(
    of number: Int, namedAt place: Int, in bytes: [UInt8]
  ) throws(FormatError) -> Int {
    guard number < objectCount else {
      throw FormatError("there is no object of this number", at: .byte(place))
    }
    let entry = table + number * offsetSize
    guard let offset = Self.number(bytes[entry..<entry + offsetSize]),
      Self.header..<table ~= offset
    else { throw FormatError("an object is outside the file", at: .byte(entry)) }
    return offset
  }

  /// The number of an object as it stands at a place, which must be within the file; one that is
  /// too great stands for none.
  func reference(at place: Int, in bytes: [UInt8]) -> Int {
    Self.number(bytes[place..<place + referenceSize]) ?? Int.max
  }

  /// Nil when it is greater than any place in a file.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
