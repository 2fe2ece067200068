internal import CMicroHTTPD
internal import Glibc

/// The library's server and its thread.
///
/// Its epoll modes stop serving when exactly 128 or 256 sockets are ready at once; poll does not.
@safe final class Daemon {
  private let handle: OpaquePointer
  private let listener: Listener
  /// The library's own descriptor of the listener: it closes it when it does not start.
  private let descriptor: CInt
  private let log: UnsafeMutablePointer<keyway_mhd_log>
  private let files: [CText]
  private let desk: FrontDesk
  private var isRunning = true

  var port: UInt16 { listener.port }

  /// Begins to serve what the listener gets.
  ///
  /// - Throws: `badCertificate` or `unavailable`.
  init(
    listener: Listener, identity: ServerIdentity, desk: FrontDesk
  ) throws(HTTPServerError) {
    let limits = desk.limits
    guard let descriptor = listener.copy() else {
      throw HTTPServerError(.unavailable, "starting the server: no descriptor")
    }
    let log = UnsafeMutablePointer<keyway_mhd_log>.allocate(capacity: 1)
    unsafe log.initialize(to: keyway_mhd_log())
    let certificate = identity.files.map { CText($0.certificate) }
    let key = identity.files.map { CText($0.key) }
    var callbacks = unsafe DaemonCallbacks.make(desk)
    let flags =
      MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_ITC.rawValue
    let handle = unsafe keyway_mhd_start(
      flags, descriptor, CUnsignedInt(clamping: limits.connections), limits.memory,
      certificate?.start, key?.start, Self.priorities, &callbacks, log)
    guard let handle = unsafe handle else {
      let words = unsafe Self.text(log)
      unsafe log.deallocate()
      throw HTTPServerError(
        identity.files == nil ? .unavailable : .badCertificate, "starting the server: \(words)")
    }
    unsafe self.handle = handle
    unsafe self.log = log
    self.listener = listener
    self.descriptor = descriptor
    files = [certificate, key].compactMap { $0 }
    self.desk = desk
  }

  deinit {
    stop()
    unsafe log.deallocate()
  }

  /// Takes no new connections.
  func quiesce() {
    guard isRunning, unsafe MHD_quiesce_daemon(handle) >= 0 else { return }
    listener.refuse()
  }

  /// Ends the thread and all connections, of which none may be suspended. Blocks.
  func stop() {
    guard isRunning else { return }
    quiesce()
    isRunning = false
    unsafe MHD_stop_daemon(handle)
    close(descriptor)
  }

  /// Older versions of TLS are broken.
  private static var priorities: String { "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2" }

  private static func text(_ log: UnsafePointer<keyway_mhd_log>) -> String {
    let bytes = unsafe withUnsafeBytes(of: log.pointee.text) { bytes in
      unsafe bytes.prefix { $0 != 0 && $0 != 0x0A }.map { $0 }
    }
    return bytes.isEmpty ? "no reason given" : String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPServer.Limits {
  /// Of one connection: its head, what the library notes about each field, and room for an answer.
  /// It is wiped behind each request, which costs more the more there is.
  fileprivate var memory: Int { head + 4096 }
}
