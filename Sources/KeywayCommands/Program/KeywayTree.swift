/// Everything that the operator's program understands.
enum KeywayTree {
  static let tree = CommandTree<KeywayContext>(
    "keyway", summary: "Unlock doors by home-screen shortcuts and deep links.",
    globals: Common.globals, nouns: RegistryNouns.all + nouns,
    commands: RegistryNouns.commands + commands)

  private static let nouns: [Noun<KeywayContext>] = [
    Noun(
      "shortcut", summary: "The sets of home-screen shortcuts that phones are given.",
      [
        ShortcutShow.self, ShortcutIssue.self, ShortcutGenerate.self, ShortcutAck.self,
        ShortcutImport.self, ShortcutExport.self,
      ]),
    Noun(
      "link", summary: "Deep links.",
      [LinkPrint.self, LinkResolve.self, LinkQR.self, LinkAssociation.self]),
    Noun("tap", summary: "Taps on items and links.", [TapSend.self, TapReplay.self]),
    Noun(
      "lock", summary: "Doors' locks: what they report, and asking them.",
      [LockList.self, LockTest.self, LockSimulate.self]),
    Noun("attempt", summary: "What became of taps.", [AttemptShow.self]),
    Noun(
      "audit", summary: "The log of all decisions and changes.",
      [
        AuditList.self, AuditShow.self, AuditExport.self, AuditVerify.self, AuditCheckpoint.self,
        AuditProve.self, AuditKey.self, AuditFollow.self, AuditPrune.self,
      ]),
    Noun(
      "token", summary: "Who may ask the service for something.",
      [TokenIssue.self, TokenList.self, TokenRevoke.self]),
    Noun(
      "config", summary: "Settings.",
      [ConfigList.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self]),
  ]

  private static let commands: [any Command<KeywayContext>.Type] = [
    Serve.self, Backup.self, Restore.self, Doctor.self, Completions.self, Version.self,
  ]
}
