"""A second replay, written from the rules alone: slow, plain, knowing nothing of `replay/`.

Tests hold the engine against it.
"""
