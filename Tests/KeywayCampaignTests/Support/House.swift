/// A site file of any size: doors `d0`… with simulated locks, holders and phones `p0`…, and keys
/// `k0`… for everyone, spread over the doors.
struct House: Sendable {
  var doors = 8
  var phones = 4
  var keys = 40
  /// How often each key works, or nil for always.
  var maxUses: Int?
  /// In all names, so that two houses of one size differ in every record.
  var word = "Old"

  var text: String {
    """
    {"keyway":1,
    "doors":[\(list(doors) { i in
      #"{"id":"d\#(i)","name":"\#(word) door \#(i)","timeZone":"Asia/Tokyo","#
        + #""lock":{"driver":"simulator"}}"#
    })],
    "holders":[\(list(phones) { #"{"id":"h\#($0)","name":"\#(word) holder \#($0)"}"# })],
    "devices":[\(list(phones) { #"{"id":"p\#($0)","holder":"h\#($0)"}"# })],
    "keys":[\(list(keys) { i in
      #"{"id":"k\#(i)","door":"d\#(i % doors)","holder":null,"name":"\#(word) key \#(i)","#
        + #""maxUses":\#(maxUses.map(String.init) ?? "null")}"#
    })]}
    """
  }

  private func list(_ count: Int, _ make: (Int) -> String) -> String {
    (0..<count).map(make).joined(separator: ",\n")
  }
}
