/// Why a request goes no further than its head.
enum HeadFault: Error {
  /// It breaks a rule of RFC 9112, or uses a liberty of it that others read otherwise.
  case malformed
  case tooLarge

  var status: Int {
    switch self {
    case .malformed: 400
    case .tooLarge: 431
    }
  }
}
