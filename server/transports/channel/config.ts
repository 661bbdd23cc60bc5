import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Who may open channels, and how many. */
export const channelSettings = settings({
  variables: {
    CHANNEL_PLAIN: z
      .enum(["loopback", "any"])
      .default("loopback")
      .describe("From where channels without TLS are accepted: `any` behind a proxy that has the TLS"),
    CHANNELS_PER_NETWORK: integer(1, 1_000_000)
      .default(256)
      .describe("Channels at the same time from one IPv4 address or IPv6 network"),
    CHANNELS_PER_IDENTITY: integer(1, 1_000_000).default(16).describe("Channels at the same time of one identity"),
  },
  read: (read) => ({
    /** Whether other machines may open channels without TLS. */
    allowsPlain: read.CHANNEL_PLAIN === "any",
    /** Open channels of one network. */
    perNetworkMax: read.CHANNELS_PER_NETWORK,
    /** Open channels of one identity. */
    perIdentityMax: read.CHANNELS_PER_IDENTITY,
  }),
});

export type ChannelSettings = ReturnType<typeof channelSettings.read>;
