import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { limits } from "../../../core/limits.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import type { Standing } from "./session-state.ts";

export interface WelcomeParts {
  readonly channelId: string;
  readonly isResumed: boolean;
  readonly credits: number;
  readonly standing: Standing;
  /** Whether the session was opened for the client, so that it does not know its token. */
  readonly isNewSession: boolean;
}

/** The first that is said on a connection. */
export function welcome({ channelId, isResumed, credits, standing, isNewSession }: WelcomeParts): EnvelopeBody {
  const { identityId, authLevel, sessionToken } = standing.admitted;
  return {
    case: "welcome",
    value: {
      channelId,
      identityId,
      authLevel,
      isResumed,
      pingInterval: limits.channelPingMs,
      timeout: limits.channelSilenceMs,
      credits,
      reauthenticateBy: timestampFromMs(standing.endsAtMs),
      ...(isNewSession && { sessionToken }),
    },
  };
}
