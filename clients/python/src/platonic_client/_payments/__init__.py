"""Payments that end with a definite outcome, alone and in groups."""
