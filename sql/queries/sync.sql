-- sync_reached --
-- The last change of a source that has been read.
SELECT c.reached_at FROM sync_cursor c WHERE c.source_key = text_key($1);

-- sync_pipelines --
-- The pipelines of a source that are due again, or that were read lately.
SELECT p.pipeline_id, p.updated_at, p.is_due FROM sync_pipeline p
WHERE p.source_key = text_key($1)
ORDER BY p.pipeline_id;

-- keep_sync_pipeline --
-- Stores the result of a pipeline; an unreadable one keeps its former change.
INSERT INTO sync_pipeline AS known (source_key, pipeline_id, updated_at, is_due) VALUES (text_key($1), $2, $3, $4)
ON CONFLICT (source_key, pipeline_id) DO UPDATE
SET updated_at = coalesce(excluded.updated_at, known.updated_at), is_due = excluded.is_due;

-- drop_sync_pipeline --
-- Removes a deleted pipeline.
DELETE FROM sync_pipeline p WHERE p.source_key = text_key($1) AND p.pipeline_id = $2;

-- reach_sync --
-- Advances the last change of a source; never backwards.
INSERT INTO sync_cursor AS known (source_key, reached_at) VALUES (text_key($1), $2)
ON CONFLICT (source_key) DO UPDATE SET reached_at = greatest(known.reached_at, excluded.reached_at);

-- drop_old_sync_pipelines --
-- Removes the pipelines that no list will contain again unless they change.
DELETE FROM sync_pipeline p WHERE p.source_key = text_key($1) AND NOT p.is_due AND p.updated_at < $2;
