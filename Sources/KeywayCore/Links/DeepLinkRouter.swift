/// Decides for any bytes whether they are one of our links, and if not, for which one reason.
///
/// Bytes are never decoded, normalised, trimmed or resolved. Parsing does no I/O, allocates nothing
/// and takes time linear in the first 2,048 bytes. The order of the checks is the order of the
/// stages: length, scan, form, authority, path, query, fragment.
package struct DeepLinkRouter: Sendable {
  /// The most bytes that a link may have; longer ones are refused before any other work.
  package static var maximumLength: Int { 2048 }

  let barePrefix: [UInt8]
  let schemes: LinkNames
  let hosts: LinkNames

  /// Copies the names of the configuration into a form that look-ups need not allocate for.
  package init(_ configuration: LinkConfiguration) {
    barePrefix = Array(configuration.barePrefix.utf8)
    schemes = LinkNames(configuration.schemes)
    hosts = LinkNames(configuration.hosts)
  }

  /// Exactly one answer for any bytes; refusals are values and nothing traps.
  package func route(_ link: Span<UInt8>) -> Result<DeepLink, LinkRejection> {
    do throws(LinkRejection) {
      try Self.checkLength(link)
      try Self.scan(link)
      return .success(try parse(link))
    } catch {
      return .failure(error)
    }
  }

  @inline(__always)
  private func parse(_ link: Span<UInt8>) throws(LinkRejection) -> DeepLink {
    let (form, start) = try form(of: link)
    var command = DeepLink.Command.unlock
    var path = start
    switch form {
    case .bare: break
    case .custom: (command, path) = try Self.command(in: link, from: start)
    case .universal: path = try host(in: link, from: start)
    }
    let id = try Self.id(in: link, path: path, form: form)
    let isSigned = try Self.ending(of: link, from: id.upperBound, form: form)
    return DeepLink(form: form, command: command, id: id, isSigned: isSigned)
  }

  @inline(__always)
  private static func checkLength(_ link: Span<UInt8>) throws(LinkRejection) {
    if link.isEmpty { throw .emptyInput }
    if link.count > maximumLength { throw .tooLong }
  }
}
