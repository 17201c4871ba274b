"""Readers turn the bytes of one file format into cells with a place. They know no rule and no consumer."""
