internal import CExpat

/// Puts values together as expat's events come in; the first thing that is wrong ends it.
@safe final class XMLPropertyListBuilder {
  private enum Element: String {
    case plist, dict, array, key, string, integer, real, `true`, `false`, date, data
  }

  /// An array, a dictionary, or what is not yet known to be one: the content of `<plist>`.
  private struct Frame {
    let element: Element
    var values: [PropertyList] = []
    var members = PropertyListDictionary()
    /// A key whose value has not come yet.
    var key: String?
    var place = FormatError.Place.file
  }

  private let parser: XML_Parser
  private let isPiece: Bool
  /// How many characters of the first line are not the file's.
  private let firstLineStart: Int
  private var frames: [Frame]
  /// The element whose text is being read.
  private var leaf: (element: Element, place: FormatError.Place)?
  private var text: [UInt8] = []
  /// Whether `<plist>` has come.
  private var hasRoot = false
  private(set) var failure: FormatError?

  init(_ parser: XML_Parser, isPiece: Bool, firstLineStart: Int) {
    unsafe self.parser = parser
    self.isPiece = isPiece
    self.firstLineStart = firstLineStart
    frames = [Frame(element: .plist)]
  }

  /// Has expat bring its events here. The builder must outlive them.
  func listen() {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(parser, elementBegan, elementEnded)
    unsafe XML_SetCharacterDataHandler(parser, textCame)
    unsafe XML_SetStartDoctypeDeclHandler(parser, doctypeBegan)
    unsafe XML_SetSkippedEntityHandler(parser, entitySkipped)
  }

  /// The value, once everything has been read.
  func value() throws(FormatError) -> PropertyList {
    let frame = frames[0]
    if let key = frame.key { throw FormatError("the key '\(key)' has no value", at: frame.place) }
    if !frame.members.members.isEmpty {
      guard frame.values.isEmpty else {
        throw FormatError("has keys and values without keys side by side", at: frame.place)
      }
      return .dictionary(frame.members)
    }
    guard let first = frame.values.first else { throw FormatError("holds no value") }
    if frame.values.count == 1 { return first }
    return .array(frame.values)
  }

  /// Why expat stopped.
  func syntaxError() -> FormatError {
    let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
      unsafe String(cString: $0)
    }
    return FormatError(words ?? "is no XML", at: place)
  }

  fileprivate func begin(_ name: String, hasAttributes: Bool) {
    guard failure == nil else { return }
    if let leaf { return fail("<\(name)> stands inside <\(leaf.element.rawValue)>") }
    guard let element = Element(rawValue: name) else {
      return fail("<\(name)> is no element of a property list")
    }
    if hasAttributes, element != .plist { return fail("<\(name)> has attributes") }
    switch element {
    case .plist:
      if hasRoot || frames.count > 1 { fail("<plist> stands inside another element") }
      hasRoot = true
    case .dict, .array:
      guard frames.count <= PropertyList.maximumDepth else {
        return fail(
          "more than \(PropertyList.maximumDepth) arrays and dictionaries inside one another")
      }
      frames.append(Frame(element: element, place: place))
    default:
      leaf = (element, place)
      text.removeAll(keepingCapacity: true)
    }
  }

  fileprivate func end() {
    guard failure == nil else { return }
    if let leaf {
      self.leaf = nil
      return finish(leaf.element, at: leaf.place)
    }
    guard frames.count > 1 else { return }
    let frame = frames.removeLast()
    if let key = frame.key { return fail("the key '\(key)' has no value", at: frame.place) }
    add(
      frame.element == .array ? .array(frame.values) : .dictionary(frame.members), at: frame.place)
  }

  fileprivate func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    if leaf != nil {
      unsafe text.append(contentsOf: bytes)
    } else if !(unsafe bytes.allSatisfy(PropertyList.isSpace)) {
      fail("text stands between the elements")
    }
  }

  /// What a document declares itself could grow without end, or name other files.
  fileprivate func refuseDeclarations() {
    fail("the DOCTYPE has declarations of its own, which are not read")
  }

  fileprivate func refuseEntity(_ name: String) {
    fail("the entity '&\(name);' is not known")
  }

  private func finish(_ element: Element, at place: FormatError.Place) {
    if element == .key { return begin(key: String(decoding: text, as: UTF8.self), at: place) }
    if element == .true || element == .false, !text.allSatisfy(PropertyList.isSpace) {
      return fail("<\(element.rawValue)> has a text", at: place)
    }
    do throws(FormatError) {
      add(try value(of: element), at: place)
    } catch {
      add(.unreadable(FormatError(error.message, at: place)), at: place)
    }
  }

  private func value(of element: Element) throws(FormatError) -> PropertyList {
    switch element {
    case .integer: return .integer(try XMLScalar.integer(text))
    case .real: return .real(try XMLScalar.real(text))
    case .date: return .date(try XMLScalar.date(text))
    case .data: return .data(try XMLScalar.data(text))
    case .true, .false: return .boolean(element == .true)
    default: return .string(String(decoding: text, as: UTF8.self))
    }
  }

  private func begin(key: String, at place: FormatError.Place) {
    let last = frames.count - 1
    guard frames[last].element == .dict || frames[last].element == .plist && isPiece else {
      return fail("a <key> stands outside a <dict>", at: place)
    }
    if let other = frames[last].key { return fail("the key '\(other)' has no value", at: place) }
    guard frames[last].members[key] == nil else {
      return fail("the key '\(key)' stands twice", at: place)
    }
    frames[last].key = key
    if frames[last].element == .plist { frames[last].place = place }
  }

  private func add(_ value: PropertyList, at place: FormatError.Place) {
    let last = frames.count - 1
    if let key = frames[last].key {
      frames[last].key = nil
      _ = frames[last].members.append(key, value)
      return
    }
    switch frames[last].element {
    case .dict: fail("a value stands without a <key> before it", at: place)
    case .plist where !isPiece && !frames[last].values.isEmpty:
      fail("a second value stands in <plist>", at: place)
    default: frames[last].values.append(value)
    }
  }

  private var place: FormatError.Place {
    let line = unsafe Int(XML_GetCurrentLineNumber(parser))
    let column = unsafe Int(XML_GetCurrentColumnNumber(parser))
    return .text(line: line, column: max(1, column + 1 - (line == 1 ? firstLineStart : 0)))
  }

  private func fail(_ message: String, at place: FormatError.Place? = nil) {
    guard failure == nil else { return }
    failure = FormatError(message, at: place ?? self.place)
    _ = unsafe XML_StopParser(parser, 0)
  }

  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> XMLPropertyListBuilder? {
    unsafe context.map {
      unsafe Unmanaged<XMLPropertyListBuilder>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

@c private func elementBegan(
  context: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?,
  attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name = unsafe name else { return }
  let hasAttributes = unsafe attributes?.pointee != nil
  unsafe XMLPropertyListBuilder.of(context)?
    .begin(unsafe String(cString: name), hasAttributes: hasAttributes)
}

@c private func elementEnded(context: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?) {
  unsafe XMLPropertyListBuilder.of(context)?.end()
}

@c private func textCame(
  context: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, count: CInt
) {
  unsafe UnsafeBufferPointer(start: text, count: Int(count)).withMemoryRebound(to: UInt8.self) {
    unsafe XMLPropertyListBuilder.of(context)?.add($0)
  }
}

@c private func doctypeBegan(
  context: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?, system: UnsafePointer<CChar>?,
  public: UnsafePointer<CChar>?, hasDeclarations: CInt
) {
  if hasDeclarations != 0 { unsafe XMLPropertyListBuilder.of(context)?.refuseDeclarations() }
}

@c private func entitySkipped(
  context: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?, isParameter: CInt
) {
  guard let name = unsafe name else { return }
  unsafe XMLPropertyListBuilder.of(context)?.refuseEntity(unsafe String(cString: name))
}
