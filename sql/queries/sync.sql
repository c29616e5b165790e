-- sync_reached --
-- Up to which change a source has been read.
SELECT c.reached_at FROM sync_cursor c WHERE c.source_key = text_key($1);

-- sync_pipelines --
-- The pipelines of a source that are to be read again, or that were read lately.
SELECT p.pipeline_id, p.updated_at, p.is_due FROM sync_pipeline p
WHERE p.source_key = text_key($1)
ORDER BY p.pipeline_id;

-- keep_sync_pipeline --
-- Keeps what became of a pipeline; one that could not be read stays as it was merged before.
INSERT INTO sync_pipeline AS known (source_key, pipeline_id, updated_at, is_due) VALUES (text_key($1), $2, $3, $4)
ON CONFLICT (source_key, pipeline_id) DO UPDATE
SET updated_at = coalesce(excluded.updated_at, known.updated_at), is_due = excluded.is_due;

-- drop_sync_pipeline --
-- Forgets a pipeline that is no longer there.
DELETE FROM sync_pipeline p WHERE p.source_key = text_key($1) AND p.pipeline_id = $2;

-- reach_sync --
-- A source has been read up to a change; never less far than before.
INSERT INTO sync_cursor AS known (source_key, reached_at) VALUES (text_key($1), $2)
ON CONFLICT (source_key) DO UPDATE SET reached_at = greatest(known.reached_at, excluded.reached_at);

-- drop_old_sync_pipelines --
-- Forgets the pipelines that no list will name again unless they change.
DELETE FROM sync_pipeline p WHERE p.source_key = text_key($1) AND NOT p.is_due AND p.updated_at < $2;
