-- A token may be good for metrics alone. Existing tokens meet the wider rule, so none of them is read.
ALTER TABLE token
    DROP CONSTRAINT token_scopes_known,
    ADD CONSTRAINT token_scopes_known CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY ['READ', 'WRITE', 'METRICS', 'ADMIN']);
