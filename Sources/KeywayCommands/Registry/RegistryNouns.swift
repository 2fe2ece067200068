import KeywayCore

/// The commands of the registry.
enum RegistryNouns {
  static let all: [Noun<KeywayContext>] = [
    Noun("door", summary: "Doors: their names, zones, modes and locks.", door),
    Noun("holder", summary: "Persons and organisations that keys are issued to.", holder),
    Noun("device", summary: "Phones.", device),
    Noun("key", summary: "Rights to unlock doors.", key),
    Noun("action", summary: "Items that open a screen of the app.", action),
  ]

  static let commands: [any Command<KeywayContext>.Type] = [
    Import.self, Export.self, PrintSchema.self,
  ]

  private static let door: [any Command<KeywayContext>.Type] = [
    RecordAdd<Door>.self, DoorList.self, RecordShow<Door>.self, RecordEdit<Door>.self,
    DoorMode.self, DoorOrders<UnlockWord>.self, DoorOrders<UnlatchWord>.self,
    DoorOrders<HoldWord>.self, DoorOrders<LockWord>.self, RecordRemove<Door>.self,
  ]
  private static let holder: [any Command<KeywayContext>.Type] = [
    RecordAdd<Holder>.self, HolderList.self, RecordShow<Holder>.self, RecordEdit<Holder>.self,
    RecordSuspend<Holder>.self, RecordResume<Holder>.self, HolderOffboard.self,
    RecordRemove<Holder>.self, HolderErase.self,
  ]
  private static let device: [any Command<KeywayContext>.Type] = [
    RecordAdd<Device>.self, DeviceList.self, RecordShow<Device>.self, RecordEdit<Device>.self,
    RecordSuspend<Device>.self, RecordResume<Device>.self, RecordRemove<Device>.self,
    DeviceEnrol.self,
  ]
  private static let key: [any Command<KeywayContext>.Type] = [
    KeyIssue.self, KeyList.self, KeyShow.self, RecordEdit<Key>.self, RecordSuspend<Key>.self,
    KeyResume.self, KeyRevoke.self,
  ]
  private static let action: [any Command<KeywayContext>.Type] = [
    RecordAdd<Action>.self, ActionList.self, RecordShow<Action>.self, RecordEdit<Action>.self,
    RecordRemove<Action>.self,
  ]
}
