internal import CMosquitto
internal import Glibc
import KeywayCore

/// Gives a handle of the library what it needs to be known to a broker, and to know it.
struct MQTTIdentity {
  private let credentials: MQTTCredentials

  init(_ credentials: MQTTCredentials) {
    self.credentials = credentials
  }

  /// - Throws: `noCredentials` for files that cannot be read.
  func identify(_ handle: OpaquePointer, isEncrypted: Bool) throws(MQTTFailure) {
    if let user = credentials.user { try unsafe setUser(user, of: handle) }
    guard isEncrypted else { return }
    let folder = credentials.caFile == nil ? Self.systemCertificates : nil
    let status = unsafe mosquitto_tls_set(
      handle, credentials.caFile, folder, credentials.certificateFile, credentials.keyFile,
      refusePassphrase)
    // The other side is verified, and the library goes by the host's name from there on.
    guard status == MOSQ_ERR_SUCCESS.rawValue,
      unsafe mosquitto_tls_opts_set(handle, Self.verifiesPeer, nil, nil)
        == MOSQ_ERR_SUCCESS.rawValue,
      unsafe mosquitto_tls_insecure_set(handle, false) == MOSQ_ERR_SUCCESS.rawValue
    else { throw .noCredentials }
  }

  private static var systemCertificates: String { "/etc/ssl/certs" }
  /// OpenSSL's SSL_VERIFY_PEER.
  private static var verifiesPeer: CInt { 1 }

  private func setUser(_ user: String, of handle: OpaquePointer) throws(MQTTFailure) {
    guard let path = credentials.passwordFile else {
      unsafe mosquitto_username_pw_set(handle, user, nil)
      return
    }
    var password = try Self.password(in: path)
    let status = unsafe password.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return MOSQ_ERR_INVAL.rawValue }
      defer { unsafe explicit_bzero(start, bytes.count) }
      return unsafe mosquitto_username_pw_set(
        handle, user, start.assumingMemoryBound(to: CChar.self))
    }
    guard status == MOSQ_ERR_SUCCESS.rawValue else { throw .noCredentials }
  }

  /// The file's bytes up to a last line feed, with a zero after them.
  private static func password(in path: String) throws(MQTTFailure) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .noCredentials }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: maximumLength + 1)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    guard (1...maximumLength).contains(count) else { throw .noCredentials }
    bytes.removeLast(bytes.count - count)
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .noCredentials }
    bytes.append(0)
    return bytes
  }

  private static var maximumLength: Int { 4_096 }
}

/// A key under a passphrase is refused; without this the library would ask for it on the terminal.
@c private func refusePassphrase(
  buffer: UnsafeMutablePointer<CChar>?, size: CInt, flags: CInt, context: UnsafeMutableRawPointer?
) -> CInt { 0 }
