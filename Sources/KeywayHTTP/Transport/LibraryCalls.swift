internal import CMicroHTTPD

/// What the library calls, on its own thread.
enum LibraryCalls {
  @unsafe static func set(_ daemon: inout keyway_http_daemon) {
    unsafe daemon.connected = { context, connection, place, event in
      guard let context = unsafe context, let connection = unsafe connection,
        let place = unsafe place
      else { return }
      unsafe LibraryCalls.note(event, context, connection, place)
    }
    unsafe daemon.target = { context, target, connection in
      guard let context = unsafe context, let connection = unsafe connection,
        let target = unsafe target
      else { return nil }
      return unsafe LibraryCalls.begin(context, target, connection)
    }
    unsafe daemon.handler = { _, connection, _, method, version, upload, size, place in
      guard let connection = unsafe connection, let method = unsafe method,
        let version = unsafe version, let size = unsafe size, let pointer = unsafe place?.pointee
      else { return .NO }
      let conversation = unsafe Unmanaged<Conversation>.fromOpaque(pointer).takeUnretainedValue()
      let count = unsafe size.pointee
      unsafe size.pointee = 0
      var bytes: UnsafeBufferPointer<UInt8>?
      if count > 0, let upload = unsafe upload {
        unsafe bytes = UnsafeBufferPointer(
          start: UnsafeRawPointer(upload).assumingMemoryBound(to: UInt8.self), count: count)
      }
      return unsafe conversation.go(
        on: connection, String(cString: method), String(cString: version), upload: bytes?.span)
    }
    unsafe daemon.completed = { context, _, place, _ in
      guard let context = unsafe context, let pointer = unsafe place?.pointee else { return }
      let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
      unsafe server.remove(Unmanaged<Conversation>.fromOpaque(pointer).takeRetainedValue())
      unsafe place?.pointee = nil
    }
  }

  @unsafe private static func note(
    _ event: MHD_ConnectionNotificationCode, _ context: UnsafeMutableRawPointer,
    _ connection: OpaquePointer, _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) {
    let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    if keyway_http_is_start(event) != 0 {
      let socket = unsafe keyway_http_socket(connection)
      let address = unsafe keyway_http_address(connection).flatMap { unsafe NetworkAddress($0) }
      let peer = server.makePeer(socket: socket, address: address)
      server.add(peer)
      unsafe place.pointee = Unmanaged.passRetained(peer).toOpaque()
    } else if let pointer = unsafe place.pointee {
      unsafe place.pointee = nil
      unsafe server.remove(Unmanaged<Peer>.fromOpaque(pointer).takeRetainedValue())
    }
  }

  @unsafe private static func begin(
    _ context: UnsafeMutableRawPointer, _ target: UnsafePointer<CChar>,
    _ connection: OpaquePointer
  ) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe keyway_http_context(connection) else { return nil }
    let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let peer = unsafe Unmanaged<Peer>.fromOpaque(pointer).takeUnretainedValue()
    var bytes: [UInt8] = []
    var index = 0
    while unsafe target[index] != 0 {
      unsafe bytes.append(UInt8(bitPattern: target[index]))
      index += 1
    }
    let conversation = unsafe Conversation(
      target: bytes, peer: peer, server: server, connection: connection)
    server.add(conversation)
    return unsafe Unmanaged.passRetained(conversation).toOpaque()
  }
}
