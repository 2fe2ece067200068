-- What is due is watched from one instant on. A clock may go back, and a job may ask about the past.

-- The latest instant for which a set was put together, in milliseconds since 1970.
ALTER TABLE set_sweep ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;

-- For which instants that was done so far nobody knows.
UPDATE set_sweep SET changed = changed + 1;
