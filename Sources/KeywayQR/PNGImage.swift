internal import CPNG
import KeywayFormats

/// A square of grey pixels on its way through libpng's simplified interface.
@safe final class PNGImage {
  private var image = unsafe png_image()
  private let pixels: [UInt8]

  /// The widest that is taken, in pixels; its file is made in memory.
  private static var maximumWidth: Int { 1 << 14 }

  /// - Throws: `failed` for pixels that are no square, or too many.
  init(width: Int, pixels: [UInt8]) throws(QRError) {
    guard 1...Self.maximumWidth ~= width, pixels.count == width * width else {
      throw QRError(.failed, "an image has 1 to \(Self.maximumWidth) pixels a side")
    }
    self.pixels = pixels
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(width)
    unsafe image.format = png_uint_32(PNG_FORMAT_GRAY)
  }

  deinit {
    unsafe png_image_free(&image)
  }

  /// The bytes of the PNG file.
  func file() throws(QRError) -> [UInt8] {
    // First only counted: what is written is the same both times.
    let count = unsafe write(to: nil, count: 0)
    var bytes = [UInt8](repeating: 0, count: count ?? 0)
    let written = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe write(to: buffer.baseAddress, count: buffer.count)
    }
    guard count != nil, let written else {
      throw QRError(.failed, "the image could not be written")
    }
    return Array(bytes.prefix(written))
  }

  /// How many bytes were written, or without a buffer would be; nil when the library would not.
  private func write(to buffer: UnsafeMutableRawPointer?, count: Int) -> Int? {
    var written = png_alloc_size_t(count)
    let isDone = unsafe png_image_write_to_memory(&image, buffer, &written, 0, pixels, 0, nil)
    return isDone == 0 ? nil : Int(written)
  }
}
