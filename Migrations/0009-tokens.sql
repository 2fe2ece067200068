-- Who may ask the service for something: tokens, and the codes that phones get theirs with.

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  digest BLOB CHECK (length(digest) = 32), -- SHA-256 of the text; null when it is of no use
  role TEXT NOT NULL CHECK (role IN ('operator', 'job', 'device', 'auditor')),
  device TEXT REFERENCES device (id),
  door TEXT REFERENCES door (id), -- the only one that it is good for
  site TEXT, -- the only one that it is good for
  name TEXT,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER, -- exclusive; null for never
  last_used_at INTEGER, -- the minute's beginning
  revoked_at INTEGER,
  pseudonym TEXT NOT NULL,
  secret BLOB NOT NULL,
  CHECK ((role = 'device') = (device IS NOT NULL)),
  CHECK (coalesce(device, door) IS NULL OR site IS NULL),
  CHECK (device IS NULL OR door IS NULL),
  CHECK (revoked_at IS NULL OR digest IS NULL)
) STRICT;

-- What every request asks for, in one place.
CREATE INDEX token_digest ON token
  (digest, id, role, device, door, site, expires_at, last_used_at, pseudonym)
WHERE digest IS NOT NULL;

CREATE INDEX token_device ON token (device) WHERE device IS NOT NULL;

CREATE TABLE enrolment_code (
  device TEXT PRIMARY KEY REFERENCES device (id),
  digest BLOB NOT NULL CHECK (length(digest) = 32), -- SHA-256 of the device and the code
  expires_at INTEGER NOT NULL, -- exclusive
  tries_left INTEGER NOT NULL CHECK (tries_left > 0)
) STRICT, WITHOUT ROWID;

-- Whoever removes a device, nothing of it stays that would let anybody in.

CREATE TRIGGER token_device_removed AFTER UPDATE OF removed ON device WHEN new.removed = 1
BEGIN
  DELETE FROM token WHERE device = new.id;
  DELETE FROM enrolment_code WHERE device = new.id;
END;

CREATE TRIGGER token_is_unique BEFORE INSERT ON token
WHEN EXISTS (SELECT 1 FROM token WHERE digest = new.digest)
BEGIN SELECT raise(ABORT, 'no two tokens have the same secret'); END;

CREATE TRIGGER token_stays_revoked BEFORE UPDATE OF revoked_at, digest ON token
WHEN old.digest IS NULL AND new.digest IS NOT NULL
  OR old.revoked_at IS NOT NULL AND new.revoked_at IS NULL
BEGIN SELECT raise(ABORT, 'a token that has ended stays so'); END;
