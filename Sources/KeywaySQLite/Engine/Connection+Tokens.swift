import KeywayStore

extension Connection {
  /// Takes from a copy of a database what tokens and codes are recognised by, and no trace of it
  /// stays in the file: nobody gets in by a copy. What the tokens were for stays, so that the log
  /// can be read.
  func forgetTokens() throws(StoreError) {
    let count = try integer(
      "SELECT (SELECT count(digest) FROM token) + (SELECT count(*) FROM enrolment_code)")
    if count == 0 { return }
    try execute("PRAGMA secure_delete = ON")
    // All rows go at once: one by one, splits of pages would leave copies behind.
    try execute(
      script: Array(
        """
        BEGIN;
        CREATE TEMP TABLE kept AS SELECT * FROM main.token;
        UPDATE kept SET digest = NULL;
        DELETE FROM main.token;
        INSERT INTO main.token SELECT * FROM kept;
        DELETE FROM main.enrolment_code;
        COMMIT;
        DROP TABLE kept;
        """.utf8
      ).span)
    guard try checkpoint(.truncate) else {
      throw StoreError(.busy, "the copy is being read; nobody else should open it yet")
    }
  }
}
