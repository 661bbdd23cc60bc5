"""The wallet channel: an encrypted connection over which operations go while it is open."""

try:
    from ._channel import ChannelOptions
except ModuleNotFoundError as error:
    if error.name != "websockets":
        raise
    raise ModuleNotFoundError(
        "the wallet channel needs websockets: install platonic-client[channel]", name=error.name
    ) from error

__all__ = ["ChannelOptions"]
