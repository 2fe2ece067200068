import Testing

/// A double and its canonical text: RFC 8785, appendix B, and the edges of each layout.
struct CanonicalNumber: Sendable, CustomTestStringConvertible {
  let bits: UInt64
  let text: String

  init(bits: UInt64, _ text: String) {
    self.bits = bits
    self.text = text
  }

  init(value: Double, _ text: String) {
    self.init(bits: value.bitPattern, text)
  }

  var testDescription: String { text }

  static let all: [Self] = standard + edges

  private static let standard: [Self] = [
    Self(bits: 0x0000_0000_0000_0000, "0"),
    Self(bits: 0x8000_0000_0000_0000, "0"),
    Self(bits: 0x0000_0000_0000_0001, "5e-324"),
    Self(bits: 0x8000_0000_0000_0001, "-5e-324"),
    Self(bits: 0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    Self(bits: 0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    Self(bits: 0x4340_0000_0000_0000, "9007199254740992"),
    Self(bits: 0xc340_0000_0000_0000, "-9007199254740992"),
    Self(bits: 0x4430_0000_0000_0000, "295147905179352830000"),
    Self(bits: 0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    Self(bits: 0x44b5_2d02_c7e1_4af6, "1e+23"),
    Self(bits: 0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    Self(bits: 0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    Self(bits: 0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    Self(bits: 0x444b_1ae4_d6e2_ef50, "1e+21"),
    Self(bits: 0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    Self(bits: 0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    Self(bits: 0x41b3_de43_5555_5553, "333333333.3333332"),
    Self(bits: 0x41b3_de43_5555_5554, "333333333.33333325"),
    Self(bits: 0x41b3_de43_5555_5555, "333333333.3333333"),
    Self(bits: 0x41b3_de43_5555_5556, "333333333.3333334"),
    Self(bits: 0x41b3_de43_5555_5557, "333333333.33333343"),
    Self(bits: 0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    Self(bits: 0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
  ]

  private static let edges: [Self] = [
    Self(value: 1e-7, "1e-7"), Self(value: 1.5e-7, "1.5e-7"), Self(value: 0.1, "0.1"),
    Self(value: -12.25, "-12.25"),
    Self(value: 100, "100"), Self(value: 123e18, "123000000000000000000"), Self(value: 4.5, "4.5"),
    Self(value: 0.002, "0.002"),
    Self(value: 1e16, "10000000000000000"), Self(value: 1e100, "1e+100"),
    Self(value: 2e-3, "0.002"), Self(value: 10, "10"),
  ]
}
