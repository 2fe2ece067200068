-- A node of the tree is added only where all that it stands on is there.

DROP TRIGGER log_tile_follows;

CREATE TRIGGER log_tile_follows BEFORE INSERT ON log_tile
WHEN new.idx IS NOT (SELECT coalesce(max(idx) + 1, 0) FROM log_tile WHERE level = new.level)
  OR (new.idx + 1) * 256 > CASE new.level
    WHEN 8 THEN (SELECT coalesce(max(seq) + 1, 0) FROM log_leaf)
    ELSE (SELECT coalesce(max(idx) + 1, 0) FROM log_tile WHERE level = new.level - 8) END
BEGIN SELECT raise(ABORT, 'the log has no gaps'); END;
