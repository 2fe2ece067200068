internal import CCurl
import KeywayCore

/// One request over a connection of its own and its answer: nothing is tried again, and no answer
/// leads anywhere else.
@safe final class Exchange {
  /// What came of it.
  enum Result: Hashable {
    /// Certainly nothing of the request was sent, and why, in the words of a command's detail.
    case notSent(detail: String)
    /// The body is nil when it did not come whole or was too long.
    case answered(status: Int, body: [UInt8]?)
    /// The service may have got the request.
    case unanswered
  }

  private let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let course: ExchangeCourse
  private var isReady = true

  /// Prepares the request; nothing is opened yet. Nil when libcurl does not start.
  init?(
    _ settings: WebhookLockSettings, headers lines: [String], body: [UInt8], milliseconds: Int,
    course: ExchangeCourse
  ) {
    guard Self.isLibraryReady, let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    self.course = course
    isReady = unsafe course.attach(to: handle)
    set(CURLOPT_URL, settings.url.text)
    set(CURLOPT_PROTOCOLS_STR, settings.url.isEncrypted ? "https" : "http")
    set(CURLOPT_PROXY, "")
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_FRESH_CONNECT, 1)
    set(CURLOPT_FORBID_REUSE, 1)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, milliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    // Otherwise a name server that does not answer is waited for beyond the limit.
    set(CURLOPT_QUICK_EXIT, 1)
    verify(by: settings.caFile)
    set(CURLOPT_POST, 1)
    add(lines, body)
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(headers)
  }

  /// libcurl starts once in a process, after libcrypto has been told to do without its
  /// configuration file.
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Sends the request and waits for the answer, no longer than was said. Blocks. To be called once.
  func run() -> Result {
    guard isReady else { return .notSent(detail: "no_client") }
    let code = BrokenPipe.held { unsafe curl_easy_perform(handle) }
    guard course.isHandedOver else { return .notSent(detail: reason(code)) }
    var status = 0
    guard unsafe keyway_curl_status(handle, &status) == CURLE_OK, status >= 200 else {
      return .unanswered
    }
    return .answered(status: status, body: code == CURLE_OK ? course.body : nil)
  }

  /// Why the request was not sent.
  private func reason(_ code: CURLcode) -> String {
    if course.isLate { return "late" }
    switch code {
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_USE_SSL_FAILED:
      return "tls"
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return "bad_settings"
    default:
      guard !course.hasAddress, let forbidden = course.forbidden else { return "lock_offline" }
      switch forbidden {
      case .global: return "public_address"
      case .local: return "private_address"
      case .nobody: return "no_address"
      }
    }
  }

  private func verify(by authorities: String?) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    guard let authorities else { return }
    set(CURLOPT_CAINFO, authorities)
    isReady = unsafe isReady && keyway_curl_set_text(handle, CURLOPT_CAPATH, nil) == CURLE_OK
  }

  private func add(_ lines: [String], _ body: [UInt8]) {
    for line in lines {
      guard let longer = unsafe curl_slist_append(headers, line) else { return isReady = false }
      unsafe headers = unsafe longer
    }
    let code = unsafe body.withUnsafeBytes { bytes in
      unsafe keyway_curl_set_bytes(handle, bytes.baseAddress, bytes.count)
    }
    isReady =
      unsafe isReady && code == CURLE_OK && keyway_curl_set_headers(handle, headers) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: Int) {
    isReady = unsafe keyway_curl_set_long(handle, option, value) == CURLE_OK && isReady
  }

  private func set(_ option: CURLoption, _ value: String) {
    isReady = unsafe keyway_curl_set_text(handle, option, value) == CURLE_OK && isReady
  }
}
