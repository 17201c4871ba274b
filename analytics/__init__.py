"""Every number that is published: SQL over the store, and nothing of how it is shown."""
