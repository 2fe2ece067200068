-- Texts in other languages, and what tells which sets have to be looked at again.

ALTER TABLE door ADD COLUMN localizations TEXT; -- a JSON object by language, or null for none
ALTER TABLE key ADD COLUMN localizations TEXT;
ALTER TABLE action ADD COLUMN localizations TEXT;

-- A set is longer than what a table without row ids keeps in one page with others.

CREATE TABLE issued_set (
  device TEXT NOT NULL REFERENCES device (id),
  version INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  content TEXT NOT NULL, -- the items without keyway.list, and what was omitted
  PRIMARY KEY (device, version)
) STRICT;

INSERT INTO issued_set SELECT * FROM shortcut_set;
DROP TABLE shortcut_set;
ALTER TABLE issued_set RENAME TO shortcut_set;

-- One row for each device that is not removed.

CREATE TABLE set_state (
  device TEXT PRIMARY KEY REFERENCES device (id),
  changed INTEGER NOT NULL DEFAULT 1, -- counts what may have changed the device's set
  seen INTEGER NOT NULL DEFAULT 0, -- the count for which the set was last put together
  changes_at INTEGER, -- when that set may change by time alone; null for never
  due_at INTEGER DEFAULT 0 -- from when on the device may lack something; null for never
) STRICT, WITHOUT ROWID;

CREATE INDEX set_due ON set_state (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX device_removed ON device (id) WHERE removed = 1;

-- The same for what is on all devices: actions and the keys for everyone.

CREATE TABLE set_sweep (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  changed INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT;

INSERT INTO set_sweep VALUES (1, 1, 0);
INSERT INTO set_state (device) SELECT id FROM device WHERE removed = 0;

-- Whoever writes, nothing that a set shows changes unnoticed. A count always rises: a job may have
-- read the one before.

CREATE TRIGGER set_device_added AFTER INSERT ON device WHEN new.removed = 0
BEGIN
  INSERT OR IGNORE INTO set_state (device) VALUES (new.id);
END;

CREATE TRIGGER set_device_changed
AFTER UPDATE OF holder, shortcut_limit, language, state, removed ON device
WHEN (new.holder, new.shortcut_limit, new.language, new.state, new.removed)
  IS NOT (old.holder, old.shortcut_limit, old.language, old.state, old.removed)
BEGIN
  UPDATE set_state SET changed = changed + 1, due_at = 0 WHERE device = new.id;
  DELETE FROM set_state WHERE device = new.id AND new.removed = 1;
END;

CREATE TRIGGER set_holder_changed AFTER UPDATE OF state ON holder WHEN new.state <> old.state
BEGIN
  UPDATE set_state SET changed = changed + 1, due_at = 0
  WHERE device IN (SELECT id FROM device WHERE holder = new.id);
END;

CREATE TRIGGER set_key_added AFTER INSERT ON key
BEGIN
  UPDATE set_state SET changed = changed + 1, due_at = 0
  WHERE device IN (SELECT id FROM device WHERE holder = new.holder);
  UPDATE set_sweep SET changed = changed + 1 WHERE new.holder IS NULL;
END;

CREATE TRIGGER set_key_changed
AFTER UPDATE OF door, holder, name, valid_from, valid_until, max_uses, uses, state, rank, shortcut,
  localizations ON key
WHEN (new.door, new.holder, new.name, new.valid_from, new.valid_until, new.max_uses,
    new.uses >= new.max_uses, new.state, new.rank, new.shortcut, new.localizations)
  IS NOT (old.door, old.holder, old.name, old.valid_from, old.valid_until, old.max_uses,
    old.uses >= old.max_uses, old.state, old.rank, old.shortcut, old.localizations)
BEGIN
  UPDATE set_state SET changed = changed + 1, due_at = 0
  WHERE device IN (SELECT id FROM device WHERE holder IN (old.holder, new.holder));
  UPDATE set_sweep SET changed = changed + 1 WHERE old.holder IS NULL OR new.holder IS NULL;
END;

CREATE TRIGGER set_door_changed AFTER UPDATE OF site, localizations ON door
WHEN (new.site, new.localizations) IS NOT (old.site, old.localizations)
BEGIN
  UPDATE set_state SET changed = changed + 1, due_at = 0
  WHERE device IN
    (SELECT v.id FROM key k JOIN device v ON v.holder = k.holder WHERE k.door = new.id);
  UPDATE set_sweep SET changed = changed + 1
  WHERE EXISTS (SELECT 1 FROM key WHERE door = new.id AND holder IS NULL);
END;

CREATE TRIGGER set_action_added AFTER INSERT ON action
BEGIN
  UPDATE set_sweep SET changed = changed + 1;
END;

CREATE TRIGGER set_action_changed
AFTER UPDATE OF title, subtitle, icon, user_info, static, rank, removed, localizations ON action
WHEN (new.title, new.subtitle, new.icon, new.user_info, new.static, new.rank, new.removed,
    new.localizations)
  IS NOT (old.title, old.subtitle, old.icon, old.user_info, old.static, old.rank, old.removed,
    old.localizations)
BEGIN
  UPDATE set_sweep SET changed = changed + 1;
END;
