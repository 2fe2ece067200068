internal import CQREncode
internal import Glibc
import KeywayFormats

/// A code as libqrencode made it.
@safe final class QRSymbol {
  private let handle: UnsafeMutablePointer<QRcode>

  /// In 8-bit mode, which keeps the case of letters, in the smallest version that holds the text.
  ///
  /// - Throws: `unfit` or `failed`, as errno says.
  init(_ text: String, level: QRCode.Level) throws(QRError) {
    // The library would stop at the zero.
    guard !text.utf8.isEmpty, !text.utf8.contains(0) else {
      throw QRError(.unfit, "a code holds no empty text and no zero byte")
    }
    // Version 0 is the smallest one.
    guard let handle = unsafe QRcode_encodeString8bit(text, 0, Self.level(level)) else {
      throw errno == ERANGE
        ? QRError(
          .unfit, "\(text.utf8.count) bytes do not fit in a code of level \(level.rawValue)")
        : QRError(.failed, "the code could not be made: error \(errno)")
    }
    unsafe self.handle = handle
  }

  deinit {
    unsafe QRcode_free(handle)
  }

  /// Its modules; the lowest bit of a byte is one for dark.
  var code: QRCode? {
    let width = Int(unsafe handle.pointee.width)
    let bytes = unsafe UnsafeBufferPointer(start: handle.pointee.data, count: width * width)
    return QRCode(width: width, modules: unsafe bytes.map { $0 & 1 == 1 })
  }

  private static func level(_ level: QRCode.Level) -> QRecLevel {
    switch level {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }
}
