internal import CCurl
internal import Glibc

/// How far one exchange has come, and what may happen next: libcurl asks it from its callbacks.
///
/// One thread at a time uses it.
final class ExchangeCourse {
  /// The most bytes of an answer's body, and of its head.
  static let longest = 65_536

  private let isAllowed: (AddressScope) -> Bool
  private let isInTime: () -> Bool
  /// Whether there was an address to connect to.
  private(set) var hasAddress = false
  /// Who can be at the first address that may not be connected to, or nil without one.
  private(set) var forbidden: AddressScope?
  /// Whether the connection stood when it was too late for the request.
  private(set) var isLate = false
  /// Whether bytes of the request may be on their way; before, certainly none are.
  private(set) var isHandedOver = false
  private(set) var body: [UInt8] = []
  private var headLength = 0
  /// Whether the service has begun to answer, so that it has the request.
  var isAnswered: Bool { headLength > 0 }

  init(isAllowed: @escaping (AddressScope) -> Bool, isInTime: @escaping () -> Bool) {
    self.isAllowed = isAllowed
    self.isInTime = isInTime
  }

  /// Whether a connection to that address may be opened.
  func mayConnect(to address: [UInt8]) -> Bool {
    let scope = AddressScope(address)
    guard isAllowed(scope) else {
      forbidden = forbidden ?? scope
      return false
    }
    hasAddress = true
    return true
  }

  /// Whether the request may go now; it may once.
  func mayHandOver() -> Bool {
    guard !isHandedOver else { return false }
    guard isInTime() else {
      isLate = true
      return false
    }
    isHandedOver = true
    return true
  }

  /// Whether more of the head may come.
  func take(head count: Int) -> Bool {
    headLength += count
    return headLength <= Self.longest
  }

  /// Whether that part of the body was taken.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= Self.longest else { return false }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  /// Registers the callbacks, whose context is not retained.
  func attach(to handle: UnsafeMutableRawPointer) -> Bool {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe keyway_curl_on_socket(handle, openSocket, context) == CURLE_OK
      && keyway_curl_on_closing(handle, closeSocket, context) == CURLE_OK
      && keyway_curl_on_connection(handle, connectionStands, context) == CURLE_OK
      && keyway_curl_on_header(handle, headCame, context) == CURLE_OK
      && keyway_curl_on_body(handle, bodyCame, context) == CURLE_OK
  }
}

private func course(_ context: UnsafeMutableRawPointer?) -> ExchangeCourse? {
  unsafe context.map {
    unsafe Unmanaged<ExchangeCourse>.fromOpaque($0).takeUnretainedValue()
  }
}

/// Looks at the address itself, so that it does not matter which names led to it.
@c private func openSocket(
  context: UnsafeMutableRawPointer?, purpose: curlsocktype,
  address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  let refused: curl_socket_t = -1
  guard let course = unsafe course(context), let address = unsafe address,
    let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
  else { return refused }
  let (start, count) =
    switch unsafe address.pointee.family {
    case AF_INET: (4, 4)
    case AF_INET6: (8, 16)
    default: (0, 0)
    }
  guard count > 0, unsafe Int(address.pointee.addrlen) >= start + count else { return refused }
  // The address goes on behind the end of the structure.
  let bytes = unsafe UnsafeRawBufferPointer(
    start: UnsafeRawPointer(address) + place + start, count: count)
  guard course.mayConnect(to: unsafe Array(bytes)) else { return refused }
  return unsafe socket(
    address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue),
    address.pointee.protocol)
}

/// Without an answer what is still on its way is thrown away, with a reset: the system would go on
/// sending it for minutes after the deadline.
@c private func closeSocket(context: UnsafeMutableRawPointer?, socket: curl_socket_t) -> CInt {
  if unsafe course(context)?.isAnswered != true {
    var reset = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
  }
  return close(socket)
}

/// Comes when the connection stands, encrypted and verified, and nothing of the request was sent.
@c private func connectionStands(
  context: UnsafeMutableRawPointer?, remote: UnsafeMutablePointer<CChar>?,
  local: UnsafeMutablePointer<CChar>?, remotePort: CInt, localPort: CInt
) -> CInt {
  unsafe course(context)?.mayHandOver() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// Anything but the whole length ends the exchange.
@c private func headCame(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  unsafe course(context)?.take(head: size * count) == true ? size * count : 0
}

@c private func bodyCame(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  return unsafe course(context)?.take(part) == true ? size * count : 0
}
