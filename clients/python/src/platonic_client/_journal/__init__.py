"""The folder of a journal: its files, and the lock that one process at a time has."""
