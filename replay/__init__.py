"""The articles as small pure functions, and the replay of whole racks and matches over them."""
