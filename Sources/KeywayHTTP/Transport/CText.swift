/// A text that ends with a zero and stays where it is, for libraries that do not copy it.
@safe final class CText {
  let start: UnsafePointer<CChar>
  private let place: UnsafeMutableBufferPointer<CChar>

  /// - Parameter text: ends with a zero.
  init(_ text: [CChar]) {
    let place = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    unsafe place.initialize(from: text, count: text.count)
    unsafe self.place = UnsafeMutableBufferPointer(start: place, count: text.count)
    unsafe start = UnsafePointer(place)
  }

  deinit {
    // It may be a key.
    unsafe place.update(repeating: 0)
    unsafe place.deallocate()
  }
}
