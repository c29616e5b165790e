-- quarantine_page --
-- A page of the quarantine, of one code or of all, newest first, without the payloads.
SELECT q.id, q.dialect, q.source, q.position, q.code, q.message, q.arrived_at, q.trace_id
FROM quarantine q
WHERE $1::text IS NULL OR q.code = $1
ORDER BY q.id DESC OFFSET $2 LIMIT $3;

-- count_quarantine_page --
-- The number of records of each code, of one code or of all.
SELECT q.code, count(*) AS total FROM quarantine q
WHERE $1::text IS NULL OR q.code = $1
GROUP BY q.code
ORDER BY total DESC, q.code COLLATE "C";

-- quarantined_by_id --
-- Reads quarantined records by id, with their payloads.
SELECT q.* FROM quarantine q WHERE q.id = ANY ($1::bigint[]) ORDER BY q.id;

-- quarantined_payloads --
-- The payloads of records, newest first, until they have $2 bytes together; none of over $3 bytes.
SELECT s.id, (SELECT q.payload FROM quarantine q WHERE q.id = s.id) AS payload
FROM (
    SELECT q.id, sum(octet_length(q.payload)) OVER (ORDER BY q.id DESC) AS bytes_so_far
    FROM quarantine q WHERE q.id = ANY ($1::bigint[]) AND octet_length(q.payload) <= $3
) s
WHERE s.bytes_so_far <= $2;

-- quarantined_sizes --
-- Finds quarantined records by id.
SELECT q.id, octet_length(q.payload) AS bytes FROM quarantine q WHERE q.id = ANY ($1::bigint[]) ORDER BY q.id;

-- quarantined_sizes_of_code --
-- Finds quarantined records, of one code or of all.
SELECT q.id, octet_length(q.payload) AS bytes FROM quarantine q WHERE $1::text IS NULL OR q.code = $1 ORDER BY q.id;
