package import KeywayService

/// What the routes stand on.
package struct ServerServices: Sendable {
  package let environment: ServiceEnvironment
  package let settings: SettingsCache
  package let unlocking: UnlockService
  package let runner: CommandRunner
  package let checkpoints: CheckpointService
  package let tokenUses = TokenUses()

  var tokens: TokenService { TokenService(environment: environment) }
  var registry: RegistryService { RegistryService(environment: environment) }
  var shortcuts: ShortcutService { ShortcutService(environment: environment) }
  var audit: AuditService { AuditService(environment: environment) }

  package init(
    environment: ServiceEnvironment, settings: SettingsCache, owners: any CommandOwners,
    runner: CommandRunner, checkpoints: CheckpointService
  ) {
    self.environment = environment
    self.settings = settings
    self.runner = runner
    self.checkpoints = checkpoints
    unlocking = UnlockService(environment: environment, settings: settings, owners: owners)
  }
}
