import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { limits } from "../../../core/limits.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import type { SessionState } from "./session-state.ts";

export interface HelloFacts {
  readonly channelId: string;
  readonly isResumed: boolean;
  readonly credits: number;
  readonly session: SessionState;
  /** Whether the session was opened for this connection, so that the client does not know its token yet. */
  readonly isNewSession: boolean;
}

/** Returns the first message of an open channel on a connection. */
export function hello({ channelId, isResumed, credits, session, isNewSession }: HelloFacts): EnvelopeBody {
  const { identityId, authLevel, sessionToken } = session.admitted;
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
      reauthenticateBy: timestampFromMs(session.endsAtMs),
      ...(isNewSession && { sessionToken }),
    },
  };
}
