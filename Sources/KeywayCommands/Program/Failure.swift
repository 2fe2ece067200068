import KeywayCore
import KeywayFormats
import KeywayService
import KeywayStore

/// What a failed command tells its caller.
struct Failure: Hashable, Sendable {
  let status: ExitStatus
  /// What is wrong, without the program's name, or nil when nobody is left to tell.
  let message: String?
  /// More of the same, one a line; when there is any, the message is left out.
  private(set) var problems: [String] = []
  /// Whether the program must end without touching anything more.
  var isFinal = false

  /// The only place where errors become exit statuses.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError:
      status = Self.status(of: error.code)
      message = error.message
      isFinal = error.code == .unknownCommit
    case let error as ServiceError:
      status = Self.status(of: error.code)
      message = error.message
    case let error as RegistryError:
      status = Self.status(of: error.code)
      message = error.message
      problems = error.problems.map(\.description)
    case let error as QuickActionsExportError:
      status = .badData
      message = nil
      problems = error.problems.map(\.description)
    case let error as SettingError:
      status = .badData
      message = "\(error.name): \(error.message)"
    case let error as QRError:
      status = error.code == .unfit ? .badData : .unavailable
      message = error.message
    case let error as FileError:
      status = error.exitStatus
      message = error.isQuiet ? nil : error.description
    case let error as LogTextError:
      status = .badData
      message = error.description
    case let error as JSONError:
      status = .badData
      message = error.description
    default:
      status = .inputOutput
      message = "\(error)"
    }
  }

  private static func status(of code: StoreError.Code) -> ExitStatus {
    switch code {
    case .busy: .busy
    case .conflict, .constraint, .corrupt, .notADatabase, .newerSchema, .olderSchema,
      .migrationMismatch:
      .badData
    case .notFound: .notFound
    case .permission, .readOnly: .notPermitted
    case .io, .full, .unknownCommit, .misuse: .inputOutput
    }
  }

  /// What is to be said, line by line; empty when nobody is left to tell.
  var lines: [String] { problems.isEmpty ? message.map { [$0] } ?? [] : problems }

  private static func status(of code: RegistryError.Code) -> ExitStatus {
    switch code {
    case .notFound: .notFound
    case .invalid, .ambiguous, .inUse, .conflict, .removed, .changed, .unconditional: .badData
    case .outsideScope: .notPermitted
    }
  }

  private static func status(of code: ServiceError.Code) -> ExitStatus {
    switch code {
    case .notFound: .notFound
    case .invalid: .badData
    case .unavailable: .unavailable
    }
  }
}
