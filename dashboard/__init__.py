"""Pages over one version of the store. Every number comes from `analytics`; no SQL and no rule stands here."""
