import KeywayCore
import KeywayStore

extension TapIdentity {
  /// Under what a tap is remembered that has the same id and other content: apart from all senders.
  func conflict(_ content: Digest) -> TapIdentity {
    TapIdentity(sender: "conflict:\(content.hex):\(sender)", id: id)
  }
}

extension TapRequest {
  /// The bytes that tell whether two deliveries of a tap id are the same tap.
  func contentBytes(in writer: inout JSONWriter) -> [UInt8] {
    writer.removeAll(keepingCapacity: true)
    writer.raw(isConfirmed ? "1" : "0")
    switch payload {
    case .link(let bytes):
      writer.raw("L")
      writer.raw(bytes)
    case .item(let type, let userInfo):
      writer.raw("I")
      writer.string(type)
      if !userInfo.isEmpty { writer.value(.object(userInfo.object)) }
    }
    return writer.bytes
  }
}
