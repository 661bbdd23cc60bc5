/**
 * `npm run bench`: compares the service with peers, in turns, on the same payloads.
 *
 *     --quick            few short rounds
 *     --only <pattern>   contests whose protocol and payload match
 *     --rounds <n>
 *     --profile          instead: where the server's processor time goes, by protocol
 */
import { parseArgs } from "node:util";
import { hold } from "./contest.ts";
import { contests } from "./contests.ts";
import { profile } from "./profile.ts";
import { describe } from "./report.ts";
import { pinGenerator } from "./servers.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    rounds: { type: "string" },
    profile: { type: "boolean", default: false },
  },
});
const pace = {
  rounds: Number(options.rounds ?? (options.quick ? 3 : 7)),
  seconds: options.quick ? 1 : 3,
  warmUpSeconds: options.quick ? 2 : 5,
};
const pattern = new RegExp(options.only, "i");
const chosen = contests.filter(({ payload, wire }) => pattern.test(`${wire}: ${payload.name}`));

pinGenerator();
for (const contest of chosen) {
  const lines = options.profile ? await profile(contest) : describe(await hold(contest, pace));
  process.stdout.write(`${lines}\n\n`);
}
