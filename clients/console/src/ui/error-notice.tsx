import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { ForeignText } from "./foreign-text.tsx";
import { Icon } from "./icon.tsx";
import { lacksPermission } from "./lacks-permission.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Advice in place of that for the reason. */
  readonly next?: string;
}

/** A failure: what is wrong, and what to do next. */
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
                <code>{parameter}</code>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** What a user of the console can do about a reason. Where a message says it all, there is none. */
const adviceFor: Readonly<Record<string, string>> = {
  AUTHENTICATION_REQUIRED: "Sign in, or give an API key, and try again.",
  INVALID_API_KEY: "Sign in again: the key was revoked, or the session has ended.",
  UNREACHABLE: "Check your connection. What was not answered can be tried again.",
  UNAVAILABLE: "The service is there, but its database is not. Try again in a moment.",
  RATE_LIMIT_EXCEEDED: "Wait until the limit of the plan allows the next call.",
};

function adviceOn(error: unknown, reason: string | undefined): string | undefined {
  if (lacksPermission(error)) return "Sign in as somebody who may do this, or ask the operator for the permission.";
  return reason === undefined ? undefined : adviceFor[reason];
}

function describe(error: unknown): { message: string; reason?: string; parameter?: string | undefined } {
  if (!(error instanceof PlatonicError)) return { message: error instanceof Error ? error.message : String(error) };
  return { message: error.message, reason: error.reason, parameter: error.parameter };
}
