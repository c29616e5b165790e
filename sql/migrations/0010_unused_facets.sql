-- Facets that no run uses any more go with removed runs (docs/retention.md).
CREATE TABLE unused_facet (
    key uuid NOT NULL CONSTRAINT unused_facet_pkey PRIMARY KEY
);
COMMENT ON TABLE unused_facet IS 'Sets and values of facets that nothing used when a removal of runs looked; it deletes them unless a merge uses them first.';
