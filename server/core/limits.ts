/** Bounds of the transports and of the database, each with its reason. Bounds of parameters are in the .proto files. */
export const limits = {
  /** Longest request that is read before its caller takes a place among its concurrent calls. */
  smallRequestBytesMax: 64 * 1024,
  /** Longest request of an anonymous caller: a registration, with room for a profile. */
  anonymousRequestBytesMax: 16 * 1024,
  /** Longest request that the main thread handles: about half a millisecond, the most that other calls should wait. */
  mainThreadBytesMax: 64 * 1024,
  /** Depth of JSON, including free-form properties: deeper than any legal request. */
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
  /** A request or answer on which no byte moves for this long is aborted. */
  inactivityTimeoutMs: 60_000,
  /** An idle connection is kept for a next call; longer than common load balancers wait. */
  keepAliveTimeoutMs: 75_000,
  /** From the end of new connections to that of idle ones at a shutdown: proxies may just be sending requests over them. */
  lingerMs: 500,
  /** From the connection to the bytes that tell HTTP/1 from HTTP/2. */
  prefaceTimeoutMs: 10_000,
  /** A header of the PROXY protocol: addresses, and a certificate among its extensions. */
  proxyHeaderBytesMax: 4 * 1024,
  /** Concurrent streams on one HTTP/2 connection. */
  streamsPerSessionMax: 250,
  /** Frames that break the protocol before the session is ended. */
  invalidFramesMax: 100,
  /** Streams refused for the bound above before the session is ended. */
  rejectedStreamsMax: 100,
  /** Rapid reset: streams that the peer may open and reset in a burst, and then each second. */
  streamResetBurst: 1000,
  streamResetsPerSecond: 100,
  /** An HTTP/2 session without any stream for this long is closed. */
  sessionIdleTimeoutMs: 120_000,
  /** Silence of a connection after which the operating system asks whether its peer is still there. */
  tcpKeepAliveMs: 60_000,
  /** Streams of gRPC's reflection: a tool has one, for seconds. */
  reflectionStreamsMax: 256,
  reflectionStreamsPerNetworkMax: 32,
  /** Questions on one of them: a tool asks one for each service and each type that it meets. */
  reflectionRequestsMax: 1_000,
  /** One question: a name. */
  reflectionRequestBytesMax: 16 * 1024,
  /** Time without a question or an answer that is read, after which the stream is ended. */
  reflectionIdleMs: 60_000,
  /** Streams that watch the health, which may be silent for days: one for each connection of a client that balances. */
  healthWatchesMax: 1_000,
  healthWatchesPerNetworkMax: 100,
  /** Calls that wait, and streams, on one HTTP/2 connection: it must have room for calls that do not. */
  waitsPerSessionMax: 200,
  /** Interval in which the credentials of a caller who waits are checked again, in a call or on a stream. */
  waitCheckMs: 5_000,
  /** Time for which a caller's credentials are good without another look: a call that only reads and takes longer looks. */
  credentialsGoodMs: 1_000,
  /** Streams of events: one for each wallet that an application watches. */
  eventStreamsMax: 5_000,
  eventStreamsPerNetworkMax: 1_000,
  /** A request for events: a wallet and a cursor. */
  eventRequestBytesMax: 4 * 1024,
  /** Time in which a reader must take an answer; heartbeats come at least every minute. */
  eventIdleMs: 120_000,
  /** Interval in which entries of other processes are looked for while somebody watches. */
  eventPollMs: 50,
  /** Interval in which another thread is told how far the ledger has come, while nothing happens in the wallets that it follows. */
  eventRelayMs: 1_000,
  /** Endpoints of webhooks for a wallet, and for all wallets. */
  webhooksPerWallet: 10,
  webhooksForAll: 100,
  /** Endpoints to which a process delivers at once; the last of these places are for wallets that have none. */
  webhooksDelivering: 1_000,
  webhooksDeliveringReserved: 100,
  /** Time for which an endpoint keeps such a place though others wait for one. */
  webhookTurnMs: 10_000,
  /** Time in which a receiver must answer. */
  webhookTimeoutMs: 10_000,
  /** Interval in which endpoints that are due are looked for, and what was delivered is kept. */
  webhookPollMs: 1_000,
  /** Interval in which a process says that it still delivers to an endpoint; after three of them another one does. */
  webhookRenewMs: 10_000,
  /** Attempts to deliver that are logged for an endpoint. */
  webhookDeliveriesKept: 1_000,
  /** Interval in which notices to owners that are due are looked for. */
  noticePollMs: 10_000,
  /** Time after which a process that sends a notice is thought dead; a mail server has half of it to take the notice. */
  noticeLeaseMs: 120_000,
  /** Bound of the look-up of a host's name, for a connection to another service. */
  nameTimeoutMs: 10_000,
  /** A request of health: the name of a service. */
  healthRequestBytesMax: 4 * 1024,
  /** Interval in which readiness is read while somebody watches it. */
  healthReadingMs: 1_000,
  /** From the end of a stream's answers until it is closed for a caller that does not end its own side. */
  trailersMs: 500,
  /** A caller's own deadline is honoured up to this. */
  callTimeoutMsMax: 300_000,
  /** Requests of HTTP/1.1 that a connection sends before it has the answer to the first of them. Few clients send two. */
  pipelinedMax: 100,
  /** Time for which a call with an idempotency key is answered as the first time. */
  idempotencyKeyMs: 24 * 3_600_000,
  /** Longest time for which readiness waits for the database: probes give up after a second. */
  readinessMs: 800,
  /** Time for which a write that was stored shows that writes work; after it readiness makes one. */
  writeProbeMs: 1_000,
  /** Free space that SQLite needs on its disk for its next changes. */
  databaseDiskFreeMin: 1_048_576,
  /** Longest silence of a database server that has been asked something, unless the operator decides otherwise. */
  databaseSilenceMs: 15_000,
  databaseSilenceMsMin: 2_000,
  databaseSilenceMsMax: 600_000,
  /** Concurrent connections; the operating system queues or refuses the rest. */
  connectionsMax: 10_000,
  /** One message on the host socket: a transfer has a few KiB, and a hundred of them fit too. */
  hostMessageBytesMax: 128 * 1024,
  /** From the first byte of a message on the host's socket to its end. */
  hostMessageTimeoutMs: 10_000,
  /** A connection of the host's socket on which nothing moves for this long is closed. */
  hostIdleTimeoutMs: 60_000,
  /** Concurrent connections of the host socket; with the bound of a message, 32 MiB. */
  hostConnectionsMax: 256,
  /** Concurrent connections of the host socket for one user other than root. */
  hostConnectionsPerUserMax: 32,
  /** A message of the channel: requests with up to 200 transfers. */
  channelMessageBytesMax: 128 * 1024,
  /** Frames that one such message may come in. */
  channelFragmentsMax: 16,
  /** Concurrent requests of one channel; fewer if the caller's plan allows fewer. */
  channelRequestsMax: 64,
  /** Requests of a channel that wait for others of it, and the bytes of all: for clients that do not count theirs. */
  channelWaitingMax: 1_024,
  channelWaitingBytesMax: 1024 * 1024,
  /** Interval between pings; short enough that proxies keep the connection. */
  channelPingMs: 15_000,
  /** Longest silence, and longest handshake, before the other side counts as gone: two pings. */
  channelSilenceMs: 30_000,
  /** Longest wait for the other side's close frame. */
  channelCloseMs: 5_000,
  /** Bytes that a client may leave unread before its connection is cut. */
  channelUnsentBytesMax: 1024 * 1024,
  /** Unconfirmed envelopes that a channel keeps, to send them again after a reconnection. */
  channelUnconfirmedBytesMax: 256 * 1024,
  channelUnconfirmedEnvelopesMax: 256,
  /** Longest time without a connection after which a channel can be resumed, and the number of such channels. */
  channelResumeMs: 120_000,
  channelsDetachedMax: 1_000,
  /** Pings and other messages without a request, between two of the server's pings. */
  channelIdleMessagesMax: 100,
} as const;
