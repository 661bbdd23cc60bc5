import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { ForeignText } from "./foreign-text.tsx";
import { Icon } from "./icon.tsx";
import { lacksPermission } from "./lacks-permission.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Advice that replaces the one for the reason. */
  readonly next?: string;
}

/** Shows a failure: what is wrong, and what to do next. */
export function ErrorNotice({ error, next }: ErrorNoticeProps) {
  const { message, reason, parameter } = describe(error);
  const advice = next ?? adviceOn(error, reason);
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <ForeignText text={message} />
        </p>
        {advice !== undefined && <p>{advice}</p>}
        {reason !== undefined && (
          <p class="small">
            <code>{reason}</code>
            {parameter && (
              <>
                {" at "}
                <code>
                  <ForeignText text={parameter} />
                </code>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** Advice to users of the console by the reason of a failure; none where the message suffices. */
const adviceFor: Readonly<Record<string, string>> = {
  AUTHENTICATION_REQUIRED: "Sign in, or give an API key, and try again.",
  INVALID_API_KEY: "Sign in again: the key was revoked, or the session has ended.",
  UNREACHABLE: "Check your connection, or wait until the service is back. Then try again: nothing is done twice.",
  TIMED_OUT: "Check your connection, or wait until the service is back. Then try again: nothing is done twice.",
  UNAVAILABLE: "The service is there, but its database is not. Try again in a moment.",
  RATE_LIMIT_EXCEEDED: "Wait until the limit of the plan allows the next call.",
};

function adviceOn(error: unknown, reason: string | undefined): string | undefined {
  if (lacksPermission(error)) return "Sign in as somebody who may do this, or ask the operator for the permission.";
  return reason === undefined ? undefined : adviceFor[reason];
}

/**
 * Browsers' messages for a part of the page that could not be loaded: the service is down, or has another version now.
 */
const notLoaded = /unable to preload|dynamically imported module|importing a module script/i;
/** Messages of browsers and of the client for a request without an answer. */
const noAnswer = /^(?:failed to fetch|load failed|networkerror)/i;

function describe(error: unknown): { message: string; reason?: string; parameter?: string | undefined } {
  const text = error instanceof Error ? error.message : String(error);
  if (notLoaded.test(text)) {
    return {
      message: "A part of this page could not be loaded. The service was renewed, or is away: load the page again.",
    };
  }
  const isAway = error instanceof PlatonicError ? error.reason === "UNREACHABLE" : noAnswer.test(text);
  if (isAway) return { message: "The service does not answer.", reason: "UNREACHABLE" };
  if (!(error instanceof PlatonicError)) return { message: text };
  return { message: error.message, reason: error.reason, parameter: error.parameter };
}
