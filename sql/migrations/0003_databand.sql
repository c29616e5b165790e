-- Databand (docs/databand.md): run ids that are unique in a source, attempts that are counted, inputs that are runs.
--
-- Facts: input_job, run.source, run_event.is_untimed. Derived from them, and from what was there before:
-- run.template_id of runs that several jobs claim, run_event.counted_attempt, run_sibling, edge.is_current.

ALTER TABLE quarantine ADD COLUMN tenant text NOT NULL DEFAULT '';

COMMENT ON COLUMN quarantine.tenant IS 'whose it is, which is part of what it means (event.source); a replay needs it';

ALTER TABLE run ADD COLUMN source text;

CREATE INDEX run_of_source_idx ON run (parent_id, template_id) WHERE source IS NOT NULL;

COMMENT ON COLUMN run.source IS 'the source in which its id is unique; null where its job tells it apart';


COMMENT ON COLUMN run_event.is_untimed IS 'its time does not say when the run began or ended; declared_start still does';


CREATE FUNCTION derive_attempts(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    WITH starts AS (
        SELECT e.run_id, e.declared_start AS start,
            lag(e.declared_start) OVER (PARTITION BY e.run_id ORDER BY e.declared_start) AS previous
        FROM run_event e JOIN run r ON r.id = e.run_id
        WHERE e.run_id = ANY (run_ids) AND r.source IS NOT NULL AND e.declared_start IS NOT NULL
        GROUP BY e.run_id, e.declared_start
    ), attempts AS (
        SELECT s.run_id, s.start,
            row_number() OVER (PARTITION BY s.run_id ORDER BY s.start) AS number,
            count(*) OVER (PARTITION BY s.run_id) AS total
        FROM starts s
        WHERE s.previous IS NULL OR EXISTS (
            SELECT FROM run_event e
            WHERE e.run_id = s.run_id AND e.status = 'COMPLETE' AND e.at >= s.previous AND e.at < s.start)
    ), counted AS (
        -- Where there is one attempt after all (an event may declare an earlier start), nothing is counted.
        SELECT e.run_id, e.at, e.state_key,
            CASE WHEN max(a.total) > 1
                THEN coalesce(max(a.number) FILTER (WHERE a.start <= coalesce(e.declared_start, e.at)), 1) END AS attempt
        FROM attempts a JOIN run_event e ON e.run_id = a.run_id
        GROUP BY e.run_id, e.at, e.state_key
    )
    UPDATE run_event e SET counted_attempt = c.attempt
    FROM counted c
    WHERE e.run_id = c.run_id AND e.at = c.at AND e.state_key = c.state_key
        AND e.counted_attempt IS DISTINCT FROM c.attempt;
END $$;

COMMENT ON FUNCTION derive_attempts IS
    'Counts the attempts of runs of a source: each start that an event declares after an end begins one. The only place that knows the rule.';

-- Inputs that are runs ----------------------------------------------------------------------------


CREATE TABLE input_job (
    run_id     bigint      NOT NULL,
    asset_id   bigint      NOT NULL,
    job_key    uuid        NOT NULL,
    parent_id  bigint,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT input_job_pkey PRIMARY KEY (run_id, asset_id),
    CONSTRAINT input_job_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT input_job_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT input_job_parent_fkey FOREIGN KEY (parent_id) REFERENCES run (id)
) WITH (fillfactor = 90);

CREATE INDEX input_job_asset_idx ON input_job (asset_id);
CREATE INDEX input_job_sibling_idx ON input_job (parent_id, job_key) WHERE parent_id IS NOT NULL;

COMMENT ON TABLE input_job IS 'An input of a run of a source has the name of a job, whose run under the same parent it then means.';
COMMENT ON COLUMN input_job.job_key IS 'urn_key of the job, whether there is one or not';
COMMENT ON COLUMN input_job.parent_id IS 'run.parent_id, kept here so that those who name a run are found from it';

CREATE TABLE run_sibling (
    run_id      bigint NOT NULL,
    asset_id    bigint NOT NULL,
    upstream_id bigint NOT NULL,
    CONSTRAINT run_sibling_pkey PRIMARY KEY (run_id, asset_id, upstream_id),
    CONSTRAINT run_sibling_input_fkey FOREIGN KEY (run_id, asset_id) REFERENCES input_job (run_id, asset_id),
    CONSTRAINT run_sibling_upstream_fkey FOREIGN KEY (upstream_id) REFERENCES run (id)
);

CREATE INDEX run_sibling_upstream_idx ON run_sibling (upstream_id);

COMMENT ON TABLE run_sibling IS 'The run that an input means, derived from input_job: it comes before the run that has the input.';

CREATE FUNCTION derive_siblings(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    reader_ids bigint[];
BEGIN
    UPDATE input_job i SET parent_id = r.parent_id
    FROM run r
    WHERE i.run_id = ANY (run_ids) AND r.id = i.run_id AND i.parent_id IS DISTINCT FROM r.parent_id;

    -- Whose inputs may mean something else now: these runs, and those who named or name one of them.
    reader_ids := ARRAY(
        SELECT i.run_id FROM input_job i WHERE i.run_id = ANY (run_ids)
        UNION
        SELECT s.run_id FROM run_sibling s WHERE s.upstream_id = ANY (run_ids)
        UNION
        SELECT i.run_id
        FROM run r
        CROSS JOIN LATERAL (SELECT t.urn_key FROM entity t WHERE t.id = r.template_id OFFSET 0) t
        CROSS JOIN LATERAL (
            SELECT i.run_id FROM input_job i WHERE i.parent_id = r.parent_id AND i.job_key = t.urn_key OFFSET 0
        ) i
        WHERE r.id = ANY (run_ids) AND r.source IS NOT NULL);
    IF cardinality(reader_ids) = 0 THEN
        RETURN reader_ids;
    END IF;

    WITH meant AS (
        SELECT i.run_id, i.asset_id, k.id AS upstream_id
        FROM input_job i
        CROSS JOIN LATERAL (SELECT t.id FROM entity t WHERE t.urn_key = i.job_key OFFSET 0) t
        CROSS JOIN LATERAL (
            SELECT k.id FROM run k
            WHERE k.parent_id = i.parent_id AND k.template_id = t.id AND k.source IS NOT NULL AND k.id <> i.run_id
            OFFSET 0
        ) k
        WHERE i.run_id = ANY (reader_ids)
    ), gone AS (
        DELETE FROM run_sibling s
        WHERE s.run_id = ANY (reader_ids)
            AND (s.run_id, s.asset_id, s.upstream_id) NOT IN (SELECT m.run_id, m.asset_id, m.upstream_id FROM meant m)
    )
    INSERT INTO run_sibling (run_id, asset_id, upstream_id)
    SELECT m.run_id, m.asset_id, m.upstream_id FROM meant m
    ON CONFLICT DO NOTHING;

    -- The edges of which it is not true any more; each is looked up, however large the planner thinks that a family is.
    UPDATE edge e SET is_current = NOT e.is_current
    WHERE e.id = ANY (ARRAY(
        SELECT g.id
        FROM input_job i
        CROSS JOIN LATERAL (
            SELECT g.id, g.is_current FROM edge g
            WHERE g.run_id = i.run_id AND g.direction = 'INPUT' AND g.asset_id = i.asset_id
            OFFSET 0
        ) g
        CROSS JOIN LATERAL (
            SELECT count(*) > 0 AS is_run FROM run_sibling s WHERE s.run_id = i.run_id AND s.asset_id = i.asset_id
        ) s
        WHERE i.run_id = ANY (reader_ids) AND g.is_current = s.is_run));
    RETURN reader_ids;
END $$;

COMMENT ON FUNCTION derive_siblings IS
    'Finds which inputs mean runs: those that name the job of a run with the same parent. For these runs and all whose inputs may mean them, which it returns. The only place that knows the rule.';
