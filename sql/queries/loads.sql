-- loaded_parts --
-- Finds the loaded parts of files by the files' hashes, read as one dialect of one source.
SELECT p.file_hash, p.start_byte, p.end_byte
FROM loaded_part p
WHERE p.file_hash = ANY ($1::bytea[]) AND p.dialect = $2 AND p.source = $3;

-- mark_loaded_parts --
-- Marks parts of files as loaded; a second attempt at a part changes nothing.
INSERT INTO loaded_part (file_hash, start_byte, end_byte, dialect, source, trace_id)
SELECT p.file_hash, p.start_byte, p.end_byte, $4, $5, $6
FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) AS p (file_hash, start_byte, end_byte)
ORDER BY p.file_hash, p.start_byte
ON CONFLICT DO NOTHING;
