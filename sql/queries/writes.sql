-- write_modes --
-- The configured modes of the writes of assets, by URN.
SELECT e.urn, w.mode FROM write_mode w JOIN entity e ON e.id = w.asset_id ORDER BY e.urn COLLATE "C";

-- set_write_mode --
-- Says what writes of an asset do.
INSERT INTO write_mode (asset_id, mode) VALUES ($1, $2);

-- drop_write_mode --
-- Forgets what is configured of the writes of an asset, under any of its names.
DELETE FROM write_mode w USING entity_name n WHERE n.entity_id = $1 AND w.asset_id = n.name_id;

-- derive_lineage_of_asset --
-- Recomputes what the runs that read or write an asset, under any of its names, read and wrote.
SELECT derive_lineage(ARRAY(
    SELECT DISTINCT g.run_id FROM entity_name n JOIN edge g ON g.asset_id = n.name_id WHERE n.entity_id = $1));
