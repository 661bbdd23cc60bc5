"""The wallet channel: an encrypted connection over which operations go while it is open."""

from ._channel import ChannelOptions

__all__ = ["ChannelOptions"]
