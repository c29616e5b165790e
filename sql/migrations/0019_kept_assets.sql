-- Servers keep all steps anew: packed hops name the written asset.
DELETE FROM kept_step;
DELETE FROM keeping_progress;
