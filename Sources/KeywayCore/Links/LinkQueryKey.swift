/// The query keys that a universal link may have: ours, and the trackers' that mail programs and
/// social networks add and that are ignored.
enum LinkQueryKey: String, CaseIterable {
  case exp, kid, n, sig
  case campaign = "utm_campaign"
  case content = "utm_content"
  case id = "utm_id"
  case medium = "utm_medium"
  case source = "utm_source"
  case term = "utm_term"
  case facebook = "fbclid"
  case google = "gclid"
  case microsoft = "msclkid"
  case mailchimpCampaign = "mc_cid"
  case mailchimpReader = "mc_eid"

  /// Whether the key belongs to signed links and may stand only once.
  var isOwn: Bool { ownBit != 0 }

  /// A bit of its own for each of our keys, zero for trackers.
  @inline(__always)
  var ownBit: UInt8 {
    switch self {
    case .exp: 1
    case .kid: 2
    case .n: 4
    case .sig: 8
    default: 0
    }
  }

  /// The key whose bytes, read as one big-endian number, are `packed`.
  ///
  /// No key fills the number and no byte of a scanned link is zero, so a longer text that
  /// overflows cannot equal a key.
  @inline(__always)
  init?(packed: UInt128) {
    switch packed {
    case 0x657870: self = .exp
    case 0x6B6964: self = .kid
    case 0x6E: self = .n
    case 0x736967: self = .sig
    case 0x7574_6D5F_6361_6D70_6169_676E: self = .campaign
    case 0x75_746D_5F63_6F6E_7465_6E74: self = .content
    case 0x7574_6D5F_6964: self = .id
    case 0x7574_6D5F_6D65_6469_756D: self = .medium
    case 0x7574_6D5F_736F_7572_6365: self = .source
    case 0x7574_6D5F_7465_726D: self = .term
    case 0x6662_636C_6964: self = .facebook
    case 0x67_636C_6964: self = .google
    case 0x6D_7363_6C6B_6964: self = .microsoft
    case 0x6D63_5F63_6964: self = .mailchimpCampaign
    case 0x6D63_5F65_6964: self = .mailchimpReader
    default: return nil
    }
  }
}
