"""Messages and typed clients of the contract, generated."""
