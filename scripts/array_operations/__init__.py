"""Generators of the interfaces of the array operations, one for each language."""
