package import KeywayCore

/// Forgets what is kept beside the registry and leads from people to the log, or repeats what they
/// wrote.
package protocol ErasureWriter: ~Copyable {
  /// Forgets all of the devices that are removed but their ids: their attempts and the links of
  /// theirs that were rejected, how much they asked for, which version they had acknowledged,
  /// which taps on commands came from them, and their pseudonyms, so that what they tap from now on
  /// does not lead to them either. A command that is on its way counts such a tap as one
  /// from a phone that nobody knows. Reads all taps that are remembered.
  borrowing func forgetRemovedDevices() throws(StoreError)
  /// Takes what the keys' items said out of all sets that are kept, which keep their versions.
  /// Reads all sets.
  ///
  /// - Parameter title: stands in place of the items' titles.
  borrowing func forgetItems(ofKeys keys: [Key.ID], title: String) throws(StoreError)
}
