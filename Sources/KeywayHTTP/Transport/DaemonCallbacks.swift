internal import CMicroHTTPD

/// What the library calls, on its own thread, and how the objects are found there: the desk is the
/// context of all calls, a connection keeps its ``Connection`` and a request its
/// ``IncomingRequest``.
enum DaemonCallbacks {
  /// The desk is not retained.
  static func make(_ desk: FrontDesk) -> keyway_mhd_callbacks {
    unsafe keyway_mhd_callbacks(
      context: Unmanaged.passUnretained(desk).toOpaque(), answer: answer, completed: requestIsOver,
      connection: connectionChanged, target: targetCame, unescape: leaveAsIs)
  }

  fileprivate static func desk(_ context: UnsafeMutableRawPointer?) -> FrontDesk? {
    unsafe context.map { unsafe Unmanaged<FrontDesk>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate static func connection(_ handle: OpaquePointer) -> Connection? {
    guard let context = unsafe keyway_mhd_context(handle) else { return nil }
    return unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  }

  fileprivate static func request(_ context: UnsafeMutableRawPointer?) -> IncomingRequest? {
    unsafe context.map { unsafe Unmanaged<IncomingRequest>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// A connection began or ended.
@c private func connectionChanged(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
  place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let desk = unsafe DaemonCallbacks.desk(context), let handle = unsafe handle,
    let place = unsafe place
  else { return }
  if event == .CONNECTION_NOTIFY_STARTED {
    // Without an address there is none of the families that are listened to.
    guard let address = unsafe keyway_mhd_address(handle), let peer = unsafe IPAddress(address)
    else { return }
    let connection = desk.open(unsafe keyway_mhd_socket(handle), from: peer)
    unsafe place.pointee = unsafe Unmanaged.passRetained(connection).toOpaque()
  } else if let kept = unsafe place.pointee {
    unsafe place.pointee = nil
    desk.connections.remove(unsafe Unmanaged<Connection>.fromOpaque(kept).takeRetainedValue())
  }
}

/// The first line of a request came; what is returned is kept with the request. The library takes
/// the target apart behind this call.
@c private func targetCame(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let desk = unsafe DaemonCallbacks.desk(context), let handle = unsafe handle,
    let connection = unsafe DaemonCallbacks.connection(handle)
  else { return nil }
  let text = unsafe target.flatMap { start in
    let bytes = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return unsafe RequestTarget(UnsafeBufferPointer(start: bytes, count: length(start)))
  }
  return unsafe Unmanaged.passRetained(IncomingRequest(desk, connection, target: text)).toOpaque()
}

/// Keeps the library from decoding what it has read.
@c private func leaveAsIs(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
  unsafe text.map { unsafe length($0) } ?? 0
}

/// Called when a head has come, for each part of the body, when the request is whole, and when its
/// suspended connection was resumed.
@c private func answer(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, path: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, part: UnsafePointer<CChar>?,
  count: UnsafeMutablePointer<Int>?, place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let desk = unsafe DaemonCallbacks.desk(context), let pointer = unsafe handle,
    let connection = unsafe DaemonCallbacks.connection(pointer), let count = unsafe count,
    let request = unsafe DaemonCallbacks.request(place?.pointee)
  else { return .NO }
  let handle = unsafe ConnectionHandle(pointer)
  let step: IncomingRequest.Step
  if request.isAtHead {
    guard let method = unsafe method, let version = unsafe version else { return .NO }
    // `HTTP/1.0`, the only version that ends so.
    step = unsafe request.takeHead(pointer, method: method, isVersion10: version[7] == 0x30)
  } else if unsafe count.pointee > 0 {
    step = unsafe request.take(UnsafeRawBufferPointer(start: part, count: count.pointee))
    unsafe count.pointee = 0
  } else {
    step = request.finish(handle)
  }
  switch step {
  case .goOn: return .YES
  case .close: return .NO
  case .answer(let response):
    return ResponseSender(desk: desk, connection: connection, handle: handle).send(response)
  }
}

/// The request was answered, or its connection ended.
@c private func requestIsOver(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
  place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
  guard let kept = unsafe place?.pointee else { return }
  unsafe place?.pointee = nil
  unsafe Unmanaged<IncomingRequest>.fromOpaque(kept).takeRetainedValue().end()
}

private func length(_ text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while unsafe text[count] != 0 { count += 1 }
  return count
}
