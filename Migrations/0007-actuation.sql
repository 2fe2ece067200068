-- Who told a lock what, other than by a tap; and what is known of the lock.

ALTER TABLE command ADD COLUMN actor TEXT; -- the pseudonym of who told it; null for taps

CREATE TABLE lock_state (
  door TEXT PRIMARY KEY,
  told_at INTEGER, -- when the lock was told something last
  state TEXT, -- as it was reported last
  reported_at INTEGER,
  battery INTEGER CHECK (battery BETWEEN 0 AND 100),
  seen_at INTEGER -- when anything came from it last
) STRICT, WITHOUT ROWID;
