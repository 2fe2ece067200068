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
      let (status, code) =
        switch error.code {
        case .notFound: (404, "not_found")
        case .invalid: (400, "invalid")
        case .unavailable: (503, "unavailable")
        }
      self.init(status, code, error.message)
    case let error as RegistryError: self.init(error)
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

  /// How many of the things that are wrong an answer names.
  private static let mostErrors = 1_000

  private init(_ error: RegistryError) {
    let (status, code) =
      switch error.code {
      case .notFound: (404, "not_found")
      case .invalid: (400, "invalid")
      case .ambiguous: (400, "ambiguous")
      case .inUse: (409, "in_use")
      case .conflict: (409, "conflict")
      case .removed: (410, "removed")
      case .changed: (412, "precondition_failed")
      case .unconditional: (428, "precondition_required")
      case .outsideScope: (403, "forbidden")
      }
    guard let first = error.problems.first else {
      self.init(status, code, error.message)
      return
    }
    let rest = error.problems.count - 1
    self.init(
      status, code, first.description + (rest > 0 ? "; and \(rest) more, nothing was changed" : ""))
    let named = error.problems.prefix(Self.mostErrors)
    extensions["errors"] = .array(named.map { .object($0.members) })
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

extension RegistryProblem {
  /// As it stands in an answer.
  var members: JSONObject {
    var members: JSONObject = ["path": .string(path), "message": .string(message)]
    members["line"] = line.map { .integer(Int64($0)) }
    return members
  }
}
