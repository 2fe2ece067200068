/// Finds the lines of a site file on which its records and their fields begin; only when something
/// is wrong, so that reading a good file costs nothing more.
struct SiteFileLines {
  private let bytes: [UInt8]
  /// Where lines end, ascending.
  private let lineFeeds: [Int]
  /// Where each list that was asked for begins, and each of its elements.
  private var lists: [ArraySlice<UInt8>: (place: Int, elements: [Int])] = [:]

  /// - Parameter bytes: well-formed JSON.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineFeeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
  }

  /// The line of the nearest value that a path such as `keys[3].schedule[0].days` leads to; nil
  /// when not even its list is there. Each list is gone through once, however many problems it has.
  mutating func line(of path: String) -> Int? {
    let steps = Array(path.utf8).split { ".[]".utf8.contains($0) }
    guard let name = steps.first, let list = list(name) else { return nil }
    var place = list.place
    var rest = steps.dropFirst()
    if let index = rest.first.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
      list.elements.indices.contains(index)
    {
      place = list.elements[index]
      rest = rest.dropFirst()
    }
    for step in rest {
      guard let next = element(Array(step), at: place) ?? member(Array(step), at: place) else {
        break
      }
      place = next
    }
    return line(at: place)
  }

  private mutating func list(_ name: ArraySlice<UInt8>) -> (place: Int, elements: [Int])? {
    if let known = lists[name] { return known }
    guard let place = member(Array(name), at: 0) else { return nil }
    let list = (place, elementStarts(at: place))
    lists[name] = list
    return list
  }

  private func line(at place: Int) -> Int {
    var (low, high) = (0, lineFeeds.count)
    while low < high {
      let middle = (low + high) / 2
      if lineFeeds[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// Where the value of a member of the object at `place` begins.
  private func member(_ name: [UInt8], at place: Int) -> Int? {
    var offset = skipSpace(place)
    guard byte(offset) == UInt8(ascii: "{") else { return nil }
    repeat {
      let start = skipSpace(offset + 1)
      let end = skipValue(start)
      let value = skipSpace(skipSpace(end) + 1)
      if end - start >= 2, bytes[start + 1..<end - 1].elementsEqual(name) { return value }
      offset = skipSpace(skipValue(value))
    } while byte(offset) == UInt8(ascii: ",")
    return nil
  }

  private func element(_ index: [UInt8], at place: Int) -> Int? {
    guard let index = Int(String(decoding: index, as: UTF8.self)) else { return nil }
    let starts = elementStarts(at: place)
    return starts.indices.contains(index) ? starts[index] : nil
  }

  /// Where the elements of the list at `place` begin; none when there is no list.
  private func elementStarts(at place: Int) -> [Int] {
    var offset = skipSpace(place)
    guard byte(offset) == UInt8(ascii: "[") else { return [] }
    var starts: [Int] = []
    repeat {
      let value = skipSpace(offset + 1)
      starts.append(value)
      offset = skipSpace(skipValue(value))
    } while byte(offset) == UInt8(ascii: ",")
    return starts
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func skipSpace(_ offset: Int) -> Int {
    var offset = offset
    while let byte = byte(offset), byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
    return offset
  }

  /// The end of the value that begins at `start`; at least one byte on.
  private func skipValue(_ start: Int) -> Int {
    var offset = start
    var depth = 0
    while let byte = byte(offset) {
      switch byte {
      case UInt8(ascii: "\""): offset = endOfString(offset)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return offset }
        depth -= 1
        offset += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09...0x0D:
        if depth == 0 { return offset }
        offset += 1
      default: offset += 1
      }
      if depth == 0,
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      {
        return offset
      }
    }
    return max(offset, start + 1)
  }

  private func endOfString(_ start: Int) -> Int {
    var offset = start + 1
    while let byte = byte(offset), byte != UInt8(ascii: "\"") {
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset + 1
  }
}
