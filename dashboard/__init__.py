"""The pages. Every number on them comes from `analytics`."""
