-- write_modes --
-- The configured modes of the writes of assets, by URN.
SELECT e.urn, w.mode FROM write_mode w JOIN entity e ON e.id = w.asset_id ORDER BY e.urn COLLATE "C";

-- set_write_mode --
-- Sets the mode of an asset's writes.
INSERT INTO write_mode (asset_id, mode) VALUES ($1, $2);

-- drop_write_mode --
-- Removes the configured modes of an asset's writes, under any of its names.
DELETE FROM write_mode w USING entity_name n WHERE n.entity_id = $1 AND w.asset_id = n.name_id;

-- derive_lineage_of_asset --
-- Derives the lineage of the runs that read or write an asset, under any of its names.
SELECT derive_lineage(ARRAY(
    SELECT DISTINCT g.run_id FROM entity_name n JOIN edge g ON g.asset_id = n.name_id WHERE n.entity_id = $1));
