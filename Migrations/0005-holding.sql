-- A key that a restore suspended, rather than anybody, until somebody has looked at it.

ALTER TABLE key ADD COLUMN held INTEGER NOT NULL DEFAULT 0
  CHECK (held IN (0, 1) AND (held = 0 OR state = 'suspended'));
