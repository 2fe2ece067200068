internal import Synchronization

/// One request that waits for its answer; it may outlive its connection.
final class Exchange: HTTPExchange {
  private enum Course {
    case asked
    /// The library was told to wait.
    case suspended(ConnectionHandle)
    case answered(HTTPResponse)
    /// The answer was taken, or nobody is there to take it.
    case over
  }

  private let course = Mutex(Course.asked)

  func respond(_ response: HTTPResponse) {
    let isTaken = course.withLock { course in
      switch course {
      case .asked:
        course = .answered(response)
        return true
      case .suspended(let handle):
        course = .answered(response)
        // Under the lock: the connection may not end before this call does.
        handle.resume()
        return true
      case .answered, .over:
        return false
      }
    }
    if !isTaken { response.abandon() }
  }

  /// The answer, or nil while there is none.
  func answer() -> HTTPResponse? {
    course.withLock { course in
      guard case .answered(let response) = course else { return nil }
      course = .over
      return response
    }
  }

  /// The answer; without one, the connection is suspended until there is.
  ///
  /// - Parameter mayWait: asked under the lock that ``respond(_:)`` takes; when it says no, the
  ///   answer is 503.
  func takeAnswer(on handle: ConnectionHandle, mayWait: () -> Bool) -> HTTPResponse? {
    course.withLock { course in
      switch course {
      case .answered(let response):
        course = .over
        return response
      case .asked, .suspended, .over:
        guard mayWait() else {
          course = .over
          return .refusal(503)
        }
        handle.suspend()
        course = .suspended(handle)
        return nil
      }
    }
  }

  /// Nobody takes the answer any more.
  func end() {
    let left = course.withLock { course -> HTTPResponse? in
      defer { course = .over }
      if case .answered(let response) = course { return response }
      return nil
    }
    left?.abandon()
  }
}

extension HTTPResponse {
  /// Tells who makes the body while it is sent that nobody reads it.
  func abandon() {
    if case .stream(let stream) = body { stream.close() }
  }
}
