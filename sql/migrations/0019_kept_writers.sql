-- Servers keep all steps anew: packed hops name the run and the asset of their write.
DELETE FROM kept_step;
DELETE FROM keeping_progress;
