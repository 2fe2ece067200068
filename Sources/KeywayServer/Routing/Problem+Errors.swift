import KeywayCore
import KeywayService
import KeywayStore

extension Problem {
  /// The only place where errors become HTTP statuses.
  init(_ error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let error as StoreError: self.init(error)
    case let error as ServiceError:
      let status =
        switch error.code {
        case .notFound: 404
        case .invalid: 400
        case .unavailable: 503
        }
      self.init(status, error.code.rawValue, error.message)
    case let error as RegistryError:
      let status =
        switch error.code {
        case .notFound: 404
        case .invalid, .ambiguous: 400
        case .inUse, .conflict: 409
        case .removed: 410
        }
      self.init(status, error.code.rawValue, error.message)
    case let error as SettingError:
      self.init(500, "invalid_setting", "\(error.name): \(error.message)")
    case let error as JSONError:
      self.init(400, "invalid_json", error.description)
    case let error as RecordingError:
      let field = error.field.map { "'\($0)' " } ?? ""
      self.init(400, "invalid_tap", "tap \(error.line): \(field)\(error.message)")
    default:
      // What it says may be meant for the operator alone.
      self.init(500, "internal", "something went wrong; the service's own log says more")
    }
  }

  /// The words of the store name files, which are the operator's to see.
  private init(_ error: StoreError) {
    switch error.code {
    case .busy:
      self.init(503, "busy", "somebody else is writing; try again", retryAfter: 1)
    case .full:
      self.init(503, "full", "there is no room to write down what is decided", retryAfter: 60)
    case .conflict, .constraint:
      self.init(409, "conflict", "it contradicts what there is already")
    case .io, .unknownCommit, .readOnly, .permission, .notFound:
      self.init(503, "unavailable", "the database cannot be used", retryAfter: 10)
    case .corrupt, .notADatabase, .newerSchema, .olderSchema, .migrationMismatch, .misuse:
      self.init(500, "internal", "something went wrong; the service's own log says more")
    }
  }
}
