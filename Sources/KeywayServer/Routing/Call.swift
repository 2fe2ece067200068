import KeywayCore
import KeywayHTTP
import KeywayService

/// A request that has found its route.
struct Call: Sendable {
  let head: HTTPRequestHead
  let body: [UInt8]
  /// The texts of the path's parameters in their order, as sent.
  let parameters: [String]
  /// Who asks, or nil where anybody may.
  let principal: Principal?

  /// The id at that place of the path.
  ///
  /// - Throws: 404 for what can be no id: nothing has it.
  func id<Owner>(_ index: Int = 0) throws(Problem) -> Identifier<Owner> {
    guard let id = Identifier<Owner>(parameters[index]) else {
      throw Problem(404, "not_found", "there is nothing of that id")
    }
    return id
  }

  /// The text at that place of the path, decoded.
  func text(_ index: Int = 0) throws(Problem) -> String {
    guard let text = PercentEncoding.decode(parameters[index].utf8) else {
      throw Problem(400, "invalid_path", "the path has a wrong escape, or one of no text")
    }
    return text
  }

  /// The query, all of whose names are among these.
  func query(_ names: String...) throws(Problem) -> HTTPQuery {
    let query: HTTPQuery
    do throws(HTTPQuery.Problem) {
      query = try HTTPQuery(head.query)
    } catch {
      throw Problem(400, "invalid_query", error.message)
    }
    for field in query.fields where !names.contains(field.name) {
      throw Problem(
        400, "invalid_query",
        "the query has the name \(SafeWords.quoted(field.name)), which means nothing here")
    }
    return query
  }

  /// The body as JSON.
  func json() throws -> JSONValue { try JSONValue(parsing: body.span) }

  /// The body as a JSON object.
  func object() throws -> JSONObject {
    guard case .object(let object) = try json() else {
      throw Problem(400, "invalid_json", "the body is not an object")
    }
    return object
  }
}

/// Words of others as messages show them.
enum SafeWords {
  /// In quotation marks, escaped, and cut when it is long.
  static func quoted(_ text: String) -> String {
    let start = String(text.unicodeScalars.prefix(64))
    return String(decoding: CanonicalJSON.bytes(of: .string(start)), as: UTF8.self)
  }
}
