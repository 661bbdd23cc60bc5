import { calls } from "./calls.ts";
import { channelScripts } from "./channel.ts";
import { paymentFaults } from "./payment-faults.ts";
import type { Scenario } from "./scenario.ts";
import { lostAnswers, walletScripts } from "./wallet.ts";

/** All that every SDK plays. */
export const scenarios: readonly Scenario[] = [
  ...calls,
  ...walletScripts,
  ...paymentFaults,
  ...lostAnswers,
  ...channelScripts,
];
