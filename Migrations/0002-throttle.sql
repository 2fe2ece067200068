-- How much devices, doors and senders have asked for lately.

CREATE TABLE throttle (
  subject TEXT PRIMARY KEY, -- device:<id>, door:<id>, sender:<sender> or strangers
  tokens_full_at INTEGER NOT NULL, -- in microseconds
  refusals_full_at INTEGER NOT NULL, -- in microseconds
  minute INTEGER NOT NULL, -- since 1970; the rest is of that minute
  noted INTEGER NOT NULL, -- a bit for each reason that has had its entry
  remembered INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
