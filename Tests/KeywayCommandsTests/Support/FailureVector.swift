import KeywayFormats
import KeywayService
import KeywayStore
import Testing

@testable import KeywayCommands

/// An error and the status that the program ends with.
struct FailureVector: Sendable, CustomTestStringConvertible {
  let error: any Error
  let status: KeywayCommands.ExitStatus

  var testDescription: String { "\(error)" }

  static let all: [FailureVector] =
    StoreError.Code.allCases.map { code in
      let status: KeywayCommands.ExitStatus =
        switch code {
        case .busy: .busy
        case .conflict, .constraint, .corrupt, .notADatabase, .newerSchema, .olderSchema,
          .migrationMismatch:
          .badData
        case .notFound: .notFound
        case .permission, .readOnly: .notPermitted
        case .io, .full, .unknownCommit, .misuse: .inputOutput
        }
      return FailureVector(error: StoreError(code, "-"), status: status)
    } + [
      FailureVector(error: ServiceError(.notFound, "-"), status: .notFound),
      FailureVector(error: ServiceError(.invalid, "-"), status: .badData),
      FailureVector(error: ServiceError(.unavailable, "-"), status: .unavailable),
      FailureVector(error: QRError(.unfit, "-"), status: .badData),
      FailureVector(error: QRError(.failed, "-"), status: .unavailable),
      FailureVector(
        error: FileError(.notPermitted, path: "-", reason: "-"), status: .notPermitted),
    ]
}
