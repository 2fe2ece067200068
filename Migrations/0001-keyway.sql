-- The registry, the attempts, the commands and the log of one Keyway.

CREATE TABLE installation (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  id TEXT NOT NULL,
  secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE actor (
  name TEXT PRIMARY KEY,
  pseudonym TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

-- The registry. A removed row keeps its id, so that the id is never used for something else.

CREATE TABLE door (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  site TEXT,
  time_zone TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('normal', 'locked_down', 'disabled')),
  confirm TEXT NOT NULL CHECK (confirm IN ('never', 'links', 'always')),
  exceptions TEXT, -- a JSON list of local dates, or null for none
  lock TEXT, -- a JSON object
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE holder (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  pseudonym TEXT NOT NULL,
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE device (
  id TEXT PRIMARY KEY,
  holder TEXT REFERENCES holder (id),
  platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
  shortcut_limit INTEGER CHECK (shortcut_limit >= 0), -- null for all
  language TEXT,
  state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  acknowledged_version INTEGER,
  shown_version INTEGER,
  pseudonym TEXT NOT NULL,
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX device_holder ON device (holder);

CREATE TABLE key (
  id TEXT PRIMARY KEY,
  door TEXT NOT NULL REFERENCES door (id),
  holder TEXT REFERENCES holder (id), -- null for everyone
  name TEXT NOT NULL,
  valid_from INTEGER,
  valid_until INTEGER, -- exclusive
  schedule TEXT, -- a JSON list of windows, or null for none
  max_uses INTEGER CHECK (max_uses >= 0),
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'revoked')),
  rank INTEGER NOT NULL,
  shortcut TEXT, -- a JSON object, or null where it says nothing
  secret BLOB NOT NULL,
  CHECK (valid_until > valid_from)
) STRICT, WITHOUT ROWID;

CREATE INDEX key_holder ON key (holder);
CREATE INDEX key_door ON key (door);

CREATE TABLE action (
  type TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  subtitle TEXT,
  icon TEXT, -- a JSON object
  user_info TEXT, -- a JSON object, or null for an empty one
  screen TEXT NOT NULL,
  static INTEGER NOT NULL CHECK (static IN (0, 1)),
  rank INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What devices were issued, from the version that each has acknowledged.

CREATE TABLE shortcut_set (
  device TEXT NOT NULL REFERENCES device (id),
  version INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  content TEXT NOT NULL, -- the items without keyway.list, and what was omitted
  PRIMARY KEY (device, version)
) STRICT, WITHOUT ROWID;

-- Commands. Ids sort by time, so that adding one writes to the end of the table; the index holds
-- only those that are in flight, so that it does not grow with history. The tables that recognise
-- repeated taps are one a day and are made when the day's first tap comes.

CREATE TABLE command (
  id TEXT PRIMARY KEY,
  door TEXT NOT NULL,
  verb TEXT NOT NULL,
  state TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  deadline INTEGER NOT NULL,
  sent_at INTEGER,
  owner TEXT NOT NULL,
  detail TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX command_in_flight ON command (door) WHERE state IN ('pending', 'sent');

CREATE TABLE command_tap (
  command TEXT NOT NULL,
  seq INTEGER NOT NULL,
  key TEXT NOT NULL,
  device TEXT,
  link INTEGER NOT NULL CHECK (link IN (0, 1)),
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  charged INTEGER NOT NULL CHECK (charged IN (0, 1)),
  PRIMARY KEY (command, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE tap_day (
  day INTEGER PRIMARY KEY -- since 1970-01-01; the table is tap_<day>
) STRICT;

-- The log. Leaf hashes and bodies stand apart, so that bodies can be pruned one day while the
-- hashes stay. The triggers hold for every program that opens the file.

CREATE TABLE log_leaf (
  seq INTEGER PRIMARY KEY,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TABLE log_body (
  seq INTEGER PRIMARY KEY,
  body BLOB NOT NULL CHECK (length(body) BETWEEN 2 AND 65535)
) STRICT;

CREATE TABLE rejected_link (
  seq INTEGER PRIMARY KEY,
  start TEXT NOT NULL
) STRICT;

CREATE TRIGGER log_leaf_follows BEFORE INSERT ON log_leaf
WHEN new.seq IS NOT (SELECT coalesce(max(seq) + 1, 0) FROM log_leaf)
BEGIN SELECT raise(ABORT, 'the log has no gaps'); END;

CREATE TRIGGER log_leaf_stays BEFORE UPDATE ON log_leaf
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_leaf_is_kept BEFORE DELETE ON log_leaf
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_body_follows BEFORE INSERT ON log_body
WHEN new.seq IS NOT (SELECT coalesce(max(seq) + 1, 0) FROM log_body)
BEGIN SELECT raise(ABORT, 'the log has no gaps'); END;

CREATE TRIGGER log_body_stays BEFORE UPDATE ON log_body
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TRIGGER log_body_is_kept BEFORE DELETE ON log_body
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
