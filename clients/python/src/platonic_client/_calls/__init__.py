"""Calls that are repeated as the contract allows, whatever transports them."""
