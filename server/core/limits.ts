/** Every bound of the doors, in one place, each with its reason. Bounds of parameters are in the .proto files. */
export const limits = {
  /** 100,000 numbers at 25 characters each, with room for spaces: the longest legal request. */
  requestBytesMax: 4 * 1024 * 1024,
  /** Work on a longer request is done on another thread: about half a millisecond, the most that others should wait. */
  mainThreadBytesMax: 64 * 1024,
  /** Deeper than any legal request; free-form properties may nest, but not without end. */
  jsonDepthMax: 64,
  /** One value in `error.details.provided`: enough to recognise it, too little to echo a payload. */
  providedCharactersMax: 256,
  /** A parameter's path in `error.details.parameter`; names in it come from the caller. */
  parameterCharactersMax: 256,
  /** Headers of one request: a token of 8 KiB and what proxies add. */
  headerBytesMax: 32 * 1024,
  /** The sentence of an error: a parameter's path and what is expected of it. */
  messageCharactersMax: 512,
  /** Headers of one request by number. */
  headersMax: 100,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10_000,
  /** From the same to the end of the body: 4 MiB at 140 KiB/s. */
  requestTimeoutMs: 30_000,
  /** A request or answer under way on which no byte moves for this long is given up. */
  inactivityTimeoutMs: 60_000,
  /** An idle connection is kept for a next call; longer than common load balancers wait. */
  keepAliveTimeoutMs: 75_000,
  /** From the connection to the bytes that tell HTTP/1 from HTTP/2. */
  prefaceTimeoutMs: 10_000,
  /** Streams under way on one HTTP/2 connection. */
  streamsPerSessionMax: 250,
  /** Frames that break the protocol before the session is ended. */
  invalidFramesMax: 100,
  /** Streams refused for the bound above before the session is ended. */
  rejectedStreamsMax: 100,
  /** Rapid reset: streams that the peer may open and reset at one go, and then each second. */
  streamResetBurst: 1000,
  streamResetsPerSecond: 100,
  /** An HTTP/2 session without any stream for this long is closed. */
  sessionIdleTimeoutMs: 120_000,
  /** A caller's own deadline is honoured up to this. */
  callTimeoutMsMax: 300_000,
  /** Connections at the same time; the operating system queues or refuses the rest. */
  connectionsMax: 10_000,
  /** One message on the host's socket: a transfer has a few KiB, a hundred of them in one go fit too. */
  hostMessageBytesMax: 128 * 1024,
  /** From the first byte of a message on the host's socket to its end. */
  hostMessageTimeoutMs: 10_000,
  /** A connection of the host's socket on which nothing moves for this long is closed. */
  hostIdleTimeoutMs: 60_000,
  /** Connections of the host's socket at the same time; with the bound of a message, 32 MiB. */
  hostConnectionsMax: 256,
  /** Of those, the connections of one user other than root. */
  hostConnectionsPerUserMax: 32,
  /** A message of the channel: requests with up to 200 transfers. */
  channelMessageBytesMax: 128 * 1024,
  /** Frames that one such message may come in. */
  channelFragmentsMax: 16,
  /** Requests of one channel under way; fewer where the caller's plan allows fewer at once. */
  channelRequestsMax: 64,
  /** Between pings; short enough for what stands between to keep the connection. */
  channelPingMs: 15_000,
  /** Two pings: after so long a silence, or so long a beginning, the other side counts as gone. */
  channelSilenceMs: 30_000,
  /** How long the other side's farewell is waited for. */
  channelCloseMs: 5_000,
  /** What a client may leave unread before its connection is cut. */
  channelUnsentBytesMax: 1024 * 1024,
  /** What a channel keeps until the client has it, to send it again after a reconnection. */
  channelUnconfirmedBytesMax: 256 * 1024,
  channelUnconfirmedEnvelopesMax: 256,
  /** How long a channel without connection waits for its client, and how many of them do. */
  channelResumeMs: 120_000,
  channelsDetachedMax: 1_000,
  /** Pings and other messages that ask for no work, between two pings of ours. */
  channelIdleMessagesMax: 100,
} as const;
