import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Who may open channels, and how many. */
export const channelSettings = settings({
  variables: {
    CHANNEL_PLAIN: z.enum(["loopback", "any"]).default("loopback"),
    CHANNELS_PER_NETWORK: integer(1, 1_000_000).default(256),
    CHANNELS_PER_IDENTITY: integer(1, 1_000_000).default(16),
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
