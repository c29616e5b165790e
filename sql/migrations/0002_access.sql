-- Who may do what: sources, and the tokens that clients bring (docs/tokens.md). Configuration, no lineage.

CREATE TABLE source (
    id         uuid        NOT NULL DEFAULT gen_random_uuid(),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    CONSTRAINT source_pkey PRIMARY KEY (id)
);

COMMENT ON TABLE source IS 'A client that sends to an address of its own, such as one Databand integration.';
COMMENT ON COLUMN source.id IS 'part of that address';

CREATE TABLE token (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    name       text        NOT NULL,
    hash       bytea       NOT NULL,
    scopes     text[]      NOT NULL,
    source_id  uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT token_pkey PRIMARY KEY (id),
    CONSTRAINT token_hash_key UNIQUE (hash),
    CONSTRAINT token_source_fkey FOREIGN KEY (source_id) REFERENCES source (id),
    CONSTRAINT token_scopes_known CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY ['READ', 'WRITE', 'ADMIN'])
);

CREATE INDEX token_source_idx ON token (source_id) WHERE source_id IS NOT NULL;

COMMENT ON TABLE token IS 'Bearer tokens. The secret itself is nowhere.';
COMMENT ON COLUMN token.hash IS 'SHA-256 of the secret: of 256 random bits nothing can be guessed, so nothing slower is needed';
COMMENT ON COLUMN token.source_id IS 'the only source for which the token is good; null: for everything that its scopes allow';
COMMENT ON COLUMN token.expires_at IS 'from when on it is no longer good; null: never';
