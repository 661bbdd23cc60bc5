import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { account } from "../account/account.ts";
import { type Query, useQuery } from "../ui/query.ts";
import { isDecidedByOthers, readFacts, type VerificationFacts } from "./facts.ts";
import { nameOf } from "./levels.ts";
import type { StepProps } from "./steps/step.ts";

/** Interval at which the page polls for the decisions of others. */
const decisionsMs = 10_000;

/** The verification of an identity while its page is open. */
export interface Verifying {
  readonly query: Query<VerificationFacts>;
  /** Sentence that says what was done, or decided by others. */
  readonly news: Signal<string>;
  /** New recovery codes, until the user has saved them. */
  readonly codes: Signal<readonly string[]>;
  /** Element that shows the news, and is focused after a step. */
  readonly status: RefObject<HTMLDivElement | null>;
  readonly onDone: StepProps["onDone"];
}

export function useVerification(identityId: string): Verifying {
  const told = useRef<number>(undefined);
  const query = useQuery(async () => {
    const facts = await readFacts(identityId);
    // A session keeps the level with which it was opened.
    if (told.current !== undefined && facts.verification.level !== told.current) await renew();
    return facts;
  });
  const news = useSignal("");
  const codes = useSignal<readonly string[]>([]);
  const status = useRef<HTMLDivElement>(null);
  const facts = query.value.value;
  const level = facts?.verification.level;

  useEffect(() => {
    // Somebody else has decided meanwhile, or something has expired.
    const isChanged = told.current !== undefined && level !== undefined && level !== told.current;
    if (isChanged) news.value = `Your level is ${nameOf(level)} now.`;
    told.current = level;
  }, [level]);

  const isWaiting = facts !== undefined && isDecidedByOthers(facts);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) void query.reload();
    }, decisionsMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function onDone(what: string, recoveryCodes: readonly string[] = []): Promise<void> {
    const before = told.current ?? 0;
    if (recoveryCodes.length > 0) codes.value = recoveryCodes;
    await query.reload();
    const after = query.value.value?.verification.level ?? before;
    told.current = after;
    news.value = after === before ? what : `${what} Your level is ${nameOf(after)} now.`;
    // The focused form is gone. New recovery codes take the focus themselves.
    if (recoveryCodes.length === 0) status.current?.focus();
  }
  return { query, news, codes, status, onDone };
}

async function renew(): Promise<void> {
  const who = account.value;
  if (who.kind === "identity") await who.renew();
}
