extension FixedWidthInteger {
  /// The quotient rounded toward negative infinity, and the remainder, which is never negative.
  ///
  /// For a positive divisor; never overflows.
  @inline(__always)
  func floorDivided(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
