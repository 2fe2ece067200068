-- The log as a Merkle tree. Of its inner nodes only the roots of whole tiles are kept: of 256 leaves
-- at level 8, of 256 of those at level 16, and so on, so that an entry costs no row of its own. What
-- a signed checkpoint promised is kept with the verifiers of all keys that ever signed.

CREATE TABLE log_tile (
  level INTEGER NOT NULL CHECK (level >= 8 AND level % 8 = 0),
  idx INTEGER NOT NULL CHECK (idx >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_checkpoint (
  size INTEGER PRIMARY KEY,
  taken_at INTEGER NOT NULL,
  note TEXT NOT NULL
) STRICT;

CREATE TABLE log_key (
  verifier TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_tile_follows BEFORE INSERT ON log_tile
WHEN new.idx IS NOT (SELECT coalesce(max(idx) + 1, 0) FROM log_tile WHERE level = new.level)
BEGIN SELECT raise(ABORT, 'the log has no gaps'); END;

CREATE TRIGGER log_tile_stays BEFORE UPDATE ON log_tile
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_tile_is_kept BEFORE DELETE ON log_tile
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_checkpoint_stays BEFORE UPDATE ON log_checkpoint
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_checkpoint_is_kept BEFORE DELETE ON log_checkpoint
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
