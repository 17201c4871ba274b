"""The one grammar of a shot's cells, the same for every file format: a cell's text in, its facts or its error out."""
