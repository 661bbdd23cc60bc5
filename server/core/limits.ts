/**
 * Bounds of the transports and of the database, each with its reason. The .proto files have the bounds of parameters.
 */
export const limits = {
  /** Longest request that is read before its caller takes a concurrency slot. */
  smallRequestBytesMax: 64 * 1024,
  /** Longest request of an anonymous caller: a registration, with room for a profile. */
  anonymousRequestBytesMax: 16 * 1024,
  /**
   * Longest request that the main thread handles: about half a millisecond, the longest delay acceptable to other
   * calls.
   */
  mainThreadBytesMax: 64 * 1024,
  /** Depth of JSON, including free-form properties: more than any legal request has. */
  jsonDepthMax: 64,
  /** One value in `error.details.provided`: enough to recognise it, too little to echo a payload. */
  providedCharactersMax: 256,
  /** A parameter's path in `error.details.parameter`, whose names come from the caller. */
  parameterCharactersMax: 256,
  /** Headers of one request: a token of 8 KiB and what proxies add. */
  headerBytesMax: 32 * 1024,
  /** The message of an error: a parameter's path and what is expected of it. */
  messageCharactersMax: 512,
  /** Number of headers of one request. */
  headersMax: 100,
  /** Headers over HTTP/2 that are still refused with an answer: longer ones reset their stream. */
  answeredHeaderBytesMax: 64 * 1024,
  answeredHeadersMax: 1000,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10_000,
  /** From the first byte to the end of the body: 4 MiB at 140 KiB/s. */
  requestTimeoutMs: 30_000,
  /** A request or answer on which no byte moves for this long is aborted. */
  inactivityTimeoutMs: 60_000,
  /** Time in which a thread tells the others that a connection is closed. */
  connectionReleaseMs: 50,
  /** Time in which a caller that has closed its side of the connection still gets an answer. */
  halfClosedMs: 250,
  /** Time for which an idle connection is kept; longer than common load balancers do. */
  keepAliveTimeoutMs: 75_000,
  /**
   * At a shutdown, from closing the listener to closing idle connections: proxies may just be sending requests on them.
   */
  lingerMs: 500,
  /** Connections that wait to be accepted, as far as the system allows so many: all clients may come back at once. */
  backlogMax: 4096,
  /** From the connection to the bytes that tell HTTP/1 from HTTP/2. */
  prefaceTimeoutMs: 10_000,
  /** A header of the PROXY protocol: addresses, and a certificate among its extensions. */
  proxyHeaderBytesMax: 4 * 1024,
  /** Concurrent streams on one HTTP/2 connection. */
  streamsPerSessionMax: 250,
  /** Protocol violations after which the session is ended. */
  invalidFramesMax: 100,
  /** Streams refused for the bound above, after which the session is ended. */
  rejectedStreamsMax: 100,
  /** Rapid reset: streams that the peer may open and reset in a burst, and then each second. */
  streamResetBurst: 1000,
  streamResetsPerSecond: 100,
  /** An HTTP/2 session without any stream for this long is closed. */
  sessionIdleTimeoutMs: 120_000,
  /** Silence of a connection after which the operating system probes the peer. */
  tcpKeepAliveMs: 60_000,
  /** Streams of gRPC reflection: a tool has one, for seconds. */
  reflectionStreamsMax: 256,
  reflectionStreamsPerNetworkMax: 32,
  /** Requests on one of them: a tool sends one for each service and each type that it meets. */
  reflectionRequestsMax: 1_000,
  /** One reflection request: a name. */
  reflectionRequestBytesMax: 16 * 1024,
  /** Time without a request, or without the client reading an answer, after which a reflection stream is ended. */
  reflectionIdleMs: 60_000,
  /** Streams that watch the health, and may be silent for days: one for each connection of a load-balancing client. */
  healthWatchesMax: 1_000,
  healthWatchesPerNetworkMax: 100,
  /** Waiting calls and streams on one HTTP/2 connection, which must leave room for other calls. */
  waitsPerSessionMax: 200,
  /** Time in which the shared window of a plan answers; after it, each process allows its share of the plan. */
  sharedWindowMs: 3_000,
  /** Time after which it is asked again when it had no use left, or was away. */
  sharedWindowAgainMs: 500,
  /** Interval at which processes put back uses that others want. */
  sharedWindowSweepMs: 1_000,
  /** Interval at which the credentials of a waiting caller are checked again, in a call or on a stream. */
  waitCheckMs: 5_000,
  /** Interval at which the database is asked for credentials that other processes have changed, while anything waits. */
  accessChangesPollMs: 500,
  /** Interval at which changes are removed that nobody reads again. */
  accessChangesRemovalMs: 600_000,
  /** Time for which checked credentials stay valid: a call that only reads and takes longer checks them again. */
  credentialsGoodMs: 1_000,
  /** Streams of events: one for each wallet that an application watches. */
  eventStreamsMax: 5_000,
  eventStreamsPerNetworkMax: 1_000,
  /** A request for events: a wallet and a cursor. */
  eventRequestBytesMax: 4 * 1024,
  /** Time in which a reader must take an event; heartbeats come at least every minute. */
  eventIdleMs: 120_000,
  /** Interval at which the database is polled for entries of other processes while somebody watches. */
  eventPollMs: 50,
  /**
   * Interval at which another thread gets the ledger's position while nothing happens in the wallets that it follows.
   */
  eventRelayMs: 1_000,
  /** Streams of the audit log, and the interval at which each polls the database. */
  auditStreamsMax: 100,
  auditPollMs: 500,
  /** Interval at which old records of the audit log are removed. */
  auditRetentionMs: 3_600_000,
  /** Endpoints of webhooks for a wallet, and for all wallets. */
  webhooksPerWallet: 10,
  webhooksForAll: 100,
  /**
   * Endpoints to which a process delivers concurrently; the last of these slots are reserved for wallets that have
   * none.
   */
  webhooksDelivering: 1_000,
  webhooksDeliveringReserved: 100,
  /** Time for which an endpoint keeps such a slot although others wait for one. */
  webhookTurnMs: 10_000,
  /** Time in which a receiver must answer. */
  webhookTimeoutMs: 10_000,
  /** Interval at which due endpoints are looked up and delivery progress is stored. */
  webhookPollMs: 1_000,
  /**
   * Interval at which a process renews its claim on an endpoint; after three missed renewals another process takes
   * over.
   */
  webhookRenewMs: 10_000,
  /** Delivery attempts logged per endpoint. */
  webhookDeliveriesKept: 1_000,
  /** Interval at which due notices to owners are looked up. */
  noticePollMs: 10_000,
  /**
   * Time after which a process that sends a notice counts as dead; a mail server has half of it to accept the notice.
   */
  noticeLeaseMs: 120_000,
  /** Longest look-up of a host name, for a connection to another service. */
  nameTimeoutMs: 10_000,
  /** A health request: the name of a service. */
  healthRequestBytesMax: 4 * 1024,
  /** Interval at which readiness is read while somebody watches it. */
  healthReadingMs: 1_000,
  /** From the end of a stream's answers to its closing, for a caller that does not end its own side. */
  trailersMs: 500,
  /** Longest deadline of a caller that is honoured; a longer one is shortened to it. */
  callTimeoutMsMax: 300_000,
  /** Pipelined HTTP/1.1 requests of a connection. Few clients send two. */
  pipelinedMax: 100,
  /** Time for which a repeated call with an idempotency key gets the first answer. */
  idempotencyKeyMs: 24 * 3_600_000,
  /** Longest wait of readiness for the database: probes give up after a second. */
  readinessMs: 800,
  /** Time for which a stored write proves that writes work; after it readiness makes a write. */
  writeProbeMs: 1_000,
  /** Free space that SQLite needs on its disk for its next changes. */
  databaseDiskFreeMin: 1_048_576,
  /** Longest silence of a database server with a pending request, unless the operator configures another. */
  databaseSilenceMs: 15_000,
  databaseSilenceMsMin: 2_000,
  databaseSilenceMsMax: 600_000,
  /** Concurrent connections; the operating system queues or refuses more. */
  connectionsMax: 10_000,
  /** One message on the host socket: a transfer has a few KiB, and a hundred of them fit too. */
  hostMessageBytesMax: 128 * 1024,
  /** From the first byte of a message on the host socket to its end. */
  hostMessageTimeoutMs: 10_000,
  /** Inactivity after which a connection of the host socket is closed. */
  hostIdleTimeoutMs: 60_000,
  /** Concurrent connections of the host socket; with the bound of a message, 32 MiB. */
  hostConnectionsMax: 256,
  /** Concurrent connections of the host socket for one user other than root. */
  hostConnectionsPerUserMax: 32,
  /** A message of the channel: requests with up to 200 transfers. */
  channelMessageBytesMax: 128 * 1024,
  /** Frames of one such message. */
  channelFragmentsMax: 16,
  /** Concurrent requests of one channel; fewer if the caller's plan allows fewer. */
  channelRequestsMax: 64,
  /** Requests of a channel that are queued behind others, and their bytes: for clients that do not limit themselves. */
  channelWaitingMax: 1_024,
  channelWaitingBytesMax: 1024 * 1024,
  /** Interval between pings; short enough that proxies keep the connection. */
  channelPingMs: 15_000,
  /** Longest silence, and longest handshake, before the other side counts as gone: two ping intervals. */
  channelSilenceMs: 30_000,
  /** Longest wait for the other side's close frame. */
  channelCloseMs: 5_000,
  /** Bytes that a client may leave unread before its connection is cut. */
  channelUnsentBytesMax: 1024 * 1024,
  /** Bytes of unconfirmed envelopes that a channel keeps, to resend them after a reconnection. */
  channelUnconfirmedBytesMax: 256 * 1024,
  channelUnconfirmedEnvelopesMax: 256,
  /** Time without a connection for which a channel can be resumed, and the number of such channels. */
  channelResumeMs: 120_000,
  channelsDetachedMax: 1_000,
  /** Pings and other messages without a request, between two of the server's pings. */
  channelIdleMessagesMax: 100,
  /** Time after which a thread of the port that ends has not failed early, and the longest pause before its successor. */
  threadSteadyMs: 10_000,
  threadPauseMsMax: 30_000,
  /** Interval between questions whether a thread takes turns, and the number of them after which it is ended. */
  threadPingMs: 1_000,
  threadPingsUnansweredMax: 30,
  /** Longest wait of a scrape for readings from the database; the others are told without them. */
  metricsReadMs: 1_000,
  /** Connections to the port of the metrics: some scrapers, and what is left of earlier ones. */
  metricsConnectionsMax: 1_024,
  /** Silence after which a scraper that reads no answer is cut off. */
  metricsSilenceMs: 10_000,
  /** Time after which a port of the metrics that could not be opened is tried again. */
  metricsRetryMs: 10_000,
  /** Longest wait of a shutdown for the collector of the metrics. */
  metricsLastPushMs: 1_000,
} as const;
