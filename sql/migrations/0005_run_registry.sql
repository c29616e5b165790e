-- The evidence of runs, and checks of it (docs/evidence.md).
CREATE TABLE run_registration (
    id uuid CONSTRAINT run_registration_pkey PRIMARY KEY,
    scope_key uuid NOT NULL,
    revision integer NOT NULL,
    run_key uuid NOT NULL,
    run_id text NOT NULL,
    run_id_key uuid NOT NULL GENERATED ALWAYS AS (text_key(run_id)) STORED,
    namespace text NOT NULL,
    process text NOT NULL,
    process_key uuid NOT NULL GENERATED ALWAYS AS (text_key(process)) STORED,
    passed boolean NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    is_entry boolean NOT NULL,
    entry_checksum text NOT NULL,
    checksum_keys uuid[] NOT NULL,
    document jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT run_registration_revision UNIQUE (scope_key, revision)
);
COMMENT ON TABLE run_registration IS 'The evidence of a run at one moment, as registered. No row is replaced; the greatest revision of a run is the current one.';
COMMENT ON COLUMN run_registration.id IS 'the hash of scope_key and entry_checksum';
COMMENT ON COLUMN run_registration.scope_key IS 'the identity of the run as registered: namespace, process and run_id';
COMMENT ON COLUMN run_registration.revision IS 'counts the registrations of a run, from 1, in the order of acceptance';
COMMENT ON COLUMN run_registration.run_key IS 'the run (entity.run_key); differs from scope_key if an exported event gives the run another id';
COMMENT ON COLUMN run_registration.is_entry IS 'false: known only from an exported event, which does not repeat all of the entry';
COMMENT ON COLUMN run_registration.entry_checksum IS 'the SHA-256 of the entry';
COMMENT ON COLUMN run_registration.checksum_keys IS 'the keys of the checksums of the entry and of all evidence';
COMMENT ON COLUMN run_registration.document IS 'the entry';
CREATE INDEX run_registration_run_idx ON run_registration (run_key);
CREATE INDEX run_registration_run_id_idx ON run_registration (run_id_key);
CREATE INDEX run_registration_recorded_idx ON run_registration (recorded_at DESC, id DESC);
CREATE INDEX run_registration_process_idx ON run_registration (process_key, recorded_at DESC, id DESC);
CREATE INDEX run_registration_checksum_idx ON run_registration USING gin (checksum_keys);

CREATE TABLE run_verification (
    id uuid CONSTRAINT run_verification_pkey PRIMARY KEY,
    registration_id uuid NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    passed boolean NOT NULL,
    items jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL
);
COMMENT ON TABLE run_verification IS 'The differences between a registration and its files at one moment.';
COMMENT ON COLUMN run_verification.registration_id IS 'run_registration.id; the registration may arrive later';
COMMENT ON COLUMN run_verification.items IS 'the differences; empty: none';
CREATE INDEX run_verification_registration_idx ON run_verification (registration_id, checked_at DESC, id DESC);
