-- Sampling of successful runs when their events arrive (docs/retention.md).
CREATE TABLE sampling_policy (
    scope text NOT NULL,
    name text NOT NULL,
    keep_every integer NOT NULL,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT sampling_policy_scope_known CHECK (scope IN ('EVERYTHING', 'PLATFORM', 'FLOW', 'TEMPLATE')),
    CONSTRAINT sampling_policy_every CHECK (keep_every > 0)
);
CREATE UNIQUE INDEX sampling_policy_key ON sampling_policy (scope, text_key(name));
COMMENT ON TABLE sampling_policy IS 'Configuration: the share of successful runs whose events are kept whole. The most specific policy of a run counts.';
COMMENT ON COLUMN sampling_policy.name IS 'the URN of the job or flow, or the name of the platform; empty for everything';
COMMENT ON COLUMN sampling_policy.keep_every IS 'one run in so many is kept whole, chosen by its key; 1: all';
