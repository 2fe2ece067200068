internal import CCrypto

/// What has to be said to libcrypto once in a process, before anything else.
enum Library {
  /// Its configuration file costs more at start than all of Keyway's own work, and could exchange
  /// the implementations below us; algorithms here are fixed.
  private static let isReady: Bool =
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  static func prepare() {
    precondition(isReady, "libcrypto does not start")
  }
}
