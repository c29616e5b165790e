-- create_source --
-- Makes a source, with an id of another store if $2 has one. Returns no row if the id is taken.
INSERT INTO source (id, name) VALUES (coalesce($2, gen_random_uuid()), $1) ON CONFLICT (id) DO NOTHING RETURNING id, name, created_at, revoked_at;

-- sources --
-- The sources, in the order of their creation.
SELECT s.id, s.name, s.created_at, s.revoked_at FROM source s ORDER BY s.created_at, s.id;

-- source_by_id --
-- Finds a source that is in force.
SELECT s.id, s.name, s.created_at, s.revoked_at FROM source s WHERE s.id = $1 AND s.revoked_at IS NULL;

-- revoke_source --
-- Revokes a source that is in force.
UPDATE source SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL;

-- revoke_tokens_of_source --
-- Revokes the tokens of a source.
UPDATE token SET revoked_at = now() WHERE source_id = $1 AND revoked_at IS NULL;

-- create_token --
-- Makes a token that is valid for a time, or for ever.
INSERT INTO token (name, hash, scopes, source_id, expires_at) VALUES ($1, $2, $3, $4, now() + $5::interval) RETURNING id;

-- tokens --
-- The tokens with the names of their sources, in the order of their creation.
SELECT t.id, t.name, t.scopes, s.name AS source, t.created_at, t.expires_at, t.revoked_at
FROM token t
LEFT JOIN source s ON s.id = t.source_id
ORDER BY t.id;

-- revoke_token --
-- Revokes a token that is in force.
UPDATE token SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL;

-- grant_of_token --
-- The present grant of the token with a hash; no row if it is unknown, expired or revoked.
SELECT t.scopes, t.source_id FROM token t
WHERE t.hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now());
