-- Lists of runs beyond DataHub's (docs/runs.md): the indexes that give all runs in order.

-- Failures, what was tried again, what is not listed, and what a person or another system started, are few: they have indexes of their own, which the runs that
-- a schedule started and that succeeded cost nothing.
CREATE INDEX run_result_idx ON run ((coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';
CREATE INDEX run_template_result_idx ON run (template_id, (coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';
CREATE INDEX run_flow_result_idx ON run (flow_id, (coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS' AND flow_id IS NOT NULL;
CREATE INDEX run_parent_result_idx ON run (parent_id, (coalesce(closed_result, result)), created_at DESC NULLS LAST, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS' AND parent_id IS NOT NULL;
CREATE INDEX run_retried_idx ON run (created_at DESC, id) WHERE attempt > 1;
CREATE INDEX run_unlisted_idx ON run (id) WHERE is_superseded OR is_removed;
CREATE INDEX run_trigger_idx ON run (trigger, created_at DESC, id) WHERE trigger NOT IN ('scheduled', 'schedule');

-- The newest successes of a job tell how long it usually takes, also where it has not succeeded for a year.
CREATE INDEX run_success_idx ON run (template_id, created_at DESC, id) WHERE result = 'SUCCESS' AND template_id IS NOT NULL;
