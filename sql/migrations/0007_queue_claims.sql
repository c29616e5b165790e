-- Claims of queued writes, and the sampling of their requests (docs/asynchronous-writes.md).
CREATE TABLE queue_claim (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT queue_claim_pkey PRIMARY KEY,
    seqs bigint[] NOT NULL,
    claimed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE queue_claim IS 'Writes that a worker has begun to merge. If another can lock them, the worker has ended meanwhile.';
COMMENT ON COLUMN queue_claim.seqs IS 'the numbers of the writes (queued_write.seq)';
ALTER TABLE queued_write ADD COLUMN is_sampled boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN queued_write.is_sampled IS 'true: the spans of the write may be exported, as those of its request';
COMMENT ON COLUMN queued_write.body IS 'packed as in the log, which costs less than to write it at full size';
