import KeywayFormats
import KeywayService

extension KeywayContext {
  /// Makes sure that the locks' drivers are here, before anything is decided.
  ///
  /// - Throws: ``WholeProgram/Needed`` where another program has them.
  func require(_ drivers: Set<String>) throws {
    guard !equipment.isWhole, drivers.contains(where: { equipment.drivers[$0] == nil }) else {
      return
    }
    throw WholeProgram.Needed(purpose: "the door's lock needs a driver that is in")
  }

  /// What draws QR codes.
  ///
  /// - Throws: ``WholeProgram/Needed`` where another program has it; ``ServiceError``
  ///   `unavailable` where none has.
  func codes() throws -> any QREncoder {
    if let codes = equipment.codes { return codes }
    guard equipment.isWhole else { throw WholeProgram.Needed(purpose: "QR codes are drawn by") }
    throw ServiceError(.unavailable, "this program draws no QR codes")
  }

  /// What is to be served over this program's database.
  func serviceOrder(_ options: ServiceOptions) throws -> ServiceOrder {
    // Beside the one that writes.
    readers = 4
    let path = try location.path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return ServiceOrder(
      environment: try environment, settings: try settingsCache, owners: try owner,
      drivers: equipment.drivers, checkpoints: try checkpoints, actor: actor,
      folder: slash.map { String(path[...$0]) } ?? ".", options: options)
  }
}
