import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func throttles(_ subjects: [ThrottleSubject]) throws(StoreError) -> [Throttle?] {
    try connection.withStatement(
      """
      SELECT tokens_full_at, refusals_full_at, minute, noted, remembered
      FROM throttle WHERE subject = ?1
      """
    ) { row throws(StoreError) in
      var throttles: [Throttle?] = []
      throttles.reserveCapacity(subjects.count)
      for subject in subjects {
        try row.bind(1, subject.text)
        throttles.append(try row.step() ? try row.throttle() : nil)
        row.reset()
      }
      return throttles
    }
  }

  borrowing func save(_ throttles: [(ThrottleSubject, Throttle)]) throws(StoreError) {
    try connection.withStatement("REPLACE INTO throttle VALUES (?1, ?2, ?3, ?4, ?5, ?6)") {
      row throws(StoreError) in
      for (subject, throttle) in throttles {
        try row.bind(1, subject.text)
        try row.bind(2, throttle.tokens.fullAt)
        try row.bind(3, throttle.refusals.fullAt)
        try row.bind(4, throttle.minute)
        try row.bind(5, throttle.noted)
        try row.bind(6, throttle.remembered)
        try row.run()
      }
    }
  }
}

extension Statement {
  fileprivate func throttle() throws(StoreError) -> Throttle {
    Throttle(
      tokens: TokenBucket(fullAt: try int64(0)), refusals: TokenBucket(fullAt: try int64(1)),
      minute: try int64(2), noted: try int64(3), remembered: try int64(4))
  }
}
