import { strangeAnswers } from "./answers.ts";
import { bulk } from "./bulk.ts";
import { calls } from "./calls.ts";
import { channelScripts } from "./channel.ts";
import { closing } from "./closing.ts";
import { eventsFromNow } from "./events.ts";
import { folders } from "./folders.ts";
import { introductions } from "./introductions.ts";
import { journals } from "./journals.ts";
import { locks } from "./locks.ts";
import { newerService } from "./newer-service.ts";
import { paymentFaults } from "./payment-faults.ts";
import type { Scenario } from "./scenario.ts";
import { silence } from "./silence.ts";
import { times } from "./times.ts";
import { traces } from "./traces.ts";
import { lostAnswers, walletScripts } from "./wallet.ts";

/** All that every SDK plays. */
export const scenarios: readonly Scenario[] = [
  ...calls,
  ...walletScripts,
  ...paymentFaults,
  ...lostAnswers,
  ...bulk,
  ...journals,
  ...waiting(locks),
  ...folders,
  ...silence,
  ...closing,
  ...strangeAnswers,
  ...newerService,
  ...times,
  ...introductions,
  ...channelScripts,
  ...eventsFromNow,
  ...traces,
];

function waiting(some: readonly Scenario[]): Scenario[] {
  return some.map((scenario) => ({ ...scenario, waits: true }));
}
