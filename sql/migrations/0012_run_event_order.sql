-- The order in which run events were accepted, and the notice that there are new ones (docs/subscriptions.md).

-- Whoever adds run events holds the lock of the merge until after its commit can be seen. So the numbers are those of the
-- order of commits: who has seen all up to one number never meets a smaller one later. Those that are left out mean nothing.
ALTER TABLE run_event ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;

CREATE UNIQUE INDEX run_event_seq_key ON run_event (seq);

COMMENT ON COLUMN run_event.seq IS 'the order of acceptance; an event that comes again keeps its own';

CREATE FUNCTION notify_run_events() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    -- Of several of one transaction Postgres sends one.
    IF EXISTS (SELECT FROM added) THEN
        NOTIFY run_events;
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION notify_run_events IS 'Tells the servers that there are run events that were not there before.';

-- Rows that an event only changes are no rows added.
CREATE TRIGGER run_event_added AFTER INSERT ON run_event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notify_run_events();
