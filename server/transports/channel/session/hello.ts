import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { limits } from "../../../core/limits.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import type { SessionState } from "./session-state.ts";

export interface HelloFacts {
  readonly channelId: string;
  readonly isResumed: boolean;
  readonly credits: number;
  readonly standing: SessionState;
  /** Whether the session was opened for the client, so that it does not know its token. */
  readonly isNewSession: boolean;
}

/** The first that is said on a connection. */
export function hello({ channelId, isResumed, credits, standing, isNewSession }: HelloFacts): EnvelopeBody {
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
