-- Entries past their retention lose their bodies, by whole tiles; their hashes stay. What may go is
-- said by an entry of the log, and only once a signed checkpoint has that entry under it.

CREATE TABLE log_pruned (
  below INTEGER PRIMARY KEY CHECK (below > 0 AND below % 256 = 0), -- exclusive
  seq INTEGER NOT NULL CHECK (seq >= below) -- the entry that says so
) STRICT;

-- Entries are canonical JSON: within a string the quotation marks of these would be escaped.
CREATE TRIGGER log_pruned_is_said BEFORE INSERT ON log_pruned
WHEN NOT EXISTS (
  SELECT 1 FROM log_body WHERE seq = new.seq AND instr(CAST(body AS TEXT), '"object":"log"')
    AND instr(CAST(body AS TEXT), '"verb":"prune"')
    AND instr(CAST(body AS TEXT), '"below":' || new.below || '}'))
BEGIN SELECT raise(ABORT, 'no entry of the log says that'); END;

CREATE TRIGGER log_pruned_stays BEFORE UPDATE ON log_pruned
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_pruned_is_kept BEFORE DELETE ON log_pruned
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

DROP TRIGGER log_body_is_kept;

CREATE TRIGGER log_body_is_kept BEFORE DELETE ON log_body
WHEN NOT EXISTS (
  SELECT 1 FROM log_pruned
  WHERE below > old.seq AND seq < (SELECT max(size) FROM log_checkpoint))
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
