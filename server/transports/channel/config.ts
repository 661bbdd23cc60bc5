import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Settings of the channel: where channels are accepted from, and how many. */
export const channelSettings = settings({
  variables: {
    CHANNEL_PLAIN: z
      .enum(["loopback", "any"])
      .default("loopback")
      .describe("Where channels without TLS are accepted from: `any` behind a proxy that terminates TLS"),
    CHANNELS_PER_NETWORK: integer(1, 1_000_000)
      .default(256)
      .describe("Concurrent channels from one IPv4 address or IPv6 network"),
    CHANNELS_PER_IDENTITY: integer(1, 1_000_000).default(16).describe("Concurrent channels of one identity"),
  },
  read: (read) => ({
    /** Whether machines other than this one may open channels without TLS. */
    allowsPlain: read.CHANNEL_PLAIN === "any",
    /** Concurrent channels from one network. */
    perNetworkMax: read.CHANNELS_PER_NETWORK,
    /** Concurrent channels of one identity. */
    perIdentityMax: read.CHANNELS_PER_IDENTITY,
  }),
});

export type ChannelSettings = ReturnType<typeof channelSettings.read>;
