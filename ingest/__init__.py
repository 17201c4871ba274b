"""From files that people wrote to a store that machines read: readers, the cell grammar, checks, the store."""
