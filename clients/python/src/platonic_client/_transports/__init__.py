"""gRPC, by asyncio and by threads that block."""
