import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";

/** What the environment settles of the channel. */
export interface ChannelConfig {
  /** Whether channels may come over plain HTTP from elsewhere than this host. */
  readonly allowsPlain: boolean;
  /** Channels at the same time, from one network and of one identity. */
  readonly perNetworkMax: number;
  readonly perIdentityMax: number;
}

export const channelVariables = {
  CHANNEL_PLAIN: z.enum(["loopback", "any"]).default("loopback"),
  CHANNELS_PER_NETWORK: integer(1, 1_000_000).default(256),
  CHANNELS_PER_IDENTITY: integer(1, 1_000_000).default(16),
};

type ChannelVariables = z.infer<z.ZodObject<typeof channelVariables>>;

export function toChannelConfig(read: ChannelVariables): ChannelConfig {
  return {
    allowsPlain: read.CHANNEL_PLAIN === "any",
    perNetworkMax: read.CHANNELS_PER_NETWORK,
    perIdentityMax: read.CHANNELS_PER_IDENTITY,
  };
}
