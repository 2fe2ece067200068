package import KeywayService

/// What the routes stand on.
package struct ServerServices: Sendable {
  package let environment: ServiceEnvironment
  package let settings: SettingsCache
  package let unlocking: UnlockService
  package let owners: any CommandOwners
  package let runner: CommandRunner
  package let checkpoints: CheckpointService
  package let tokenUses = TokenUses()
  /// The names of the lock drivers that there are.
  package let drivers: Set<String>

  var tokens: TokenService { TokenService(environment: environment) }
  var registry: RegistryService { RegistryService(environment: environment) }
  var shortcuts: ShortcutService { ShortcutService(environment: environment) }
  var orders: DoorOrderService { DoorOrderService(environment: environment, owners: owners) }
  var audit: AuditService { AuditService(environment: environment) }

  package init(
    environment: ServiceEnvironment, settings: SettingsCache, owners: any CommandOwners,
    runner: CommandRunner, checkpoints: CheckpointService, drivers: Set<String>
  ) {
    self.environment = environment
    self.settings = settings
    self.owners = owners
    self.runner = runner
    self.checkpoints = checkpoints
    self.drivers = drivers
    unlocking = UnlockService(environment: environment, settings: settings, owners: owners)
  }
}
