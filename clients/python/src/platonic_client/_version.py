"""The version of this package, which the build reads, too."""

__version__ = "0.1.0"
