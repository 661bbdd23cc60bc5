"""Canonical bytes that are signed, and what verifies them."""
