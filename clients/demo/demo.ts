import { tellIdentityStory } from "./identity-story.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";
import { clearProgress, heading, say, table } from "./screen.ts";
import { type ServerProcess, withServer } from "./server-process.ts";
import { openSession, type Rate } from "./session.ts";
import { folding, solids } from "./solid-scenes.ts";
import { primes, resonance, transforms } from "./vector-scenes.ts";
import { tellWalletStory } from "./wallet-story.ts";
import { readWines } from "./wines.ts";
import { openWires } from "./wires.ts";

const scenes = [transforms, solids, folding, resonance, primes];

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(name, () => stop.abort(new Error(`stopped by ${name}`)));
}
// The reader of the output has closed it, as `head` does after its lines: the server must stop too.
process.stdout.on("error", (error) => stop.abort(error));
process.stderr.on("error", () => {});

try {
  const mailServer = await openMailServer();
  try {
    const rates = [{ source: "TOKEN_STANDARD", target: "TOKEN_MICRO", bid: "0.995", ask: "1.005" }];
    const settings = { MAIL_URL: mailServer.url, MAIL_FROM: "demo@example.org", RATES: JSON.stringify(rates) };
    await withServer(stop.signal, settings, (server) => demonstrate(server, mailServer));
  } finally {
    await mailServer.close();
  }
} catch (error) {
  clearProgress();
  const reason = stop.signal.aborted ? (stop.signal.reason as Error) : (error as Error);
  process.stderr.write(`demo: ${reason.message}\n`);
  process.exitCode = 1;
}

/** Sends every wine through every operation over every protocol, and prints the results. */
async function demonstrate(server: ServerProcess, mailServer: MailServer): Promise<void> {
  const wines = readWines();
  const questions = scenes.reduce((sum, scene) => sum + scene.questionsPerWine, 0) * wines.measured.length;
  const { typed, others } = openWires(server.url, server.apiKey);
  const wires = [typed, ...others].map(({ name }) => name).join(", ");
  say(heading(`${wines.measured.length} wines, 13 measured constituents each (UCI Wine, CC BY 4.0)`));
  say(
    `Their columns are standardised, because the scales differ by a factor of ${Math.round(wines.spread)}; phi-resonance takes them as measured.`,
  );
  say(`A server listens at ${server.url}. ${questions} questions go to it over each of ${wires}.`);
  say();

  const session = openSession(typed, others, questions, stop.signal);
  for (const scene of scenes) {
    const rows = await scene.show(session, wines).catch((error: Error) => {
      throw new Error([error.message, ...server.complaints].join("\n"), { cause: error });
    });
    clearProgress();
    say(`${table(rows)}\n`);
  }
  const rates = session.rates();
  say(table([["protocol", "calls", "seconds", "calls a second"], ...rates.map(rateRow)]));
  say(`\nAll ${questions} answers are the same over all ${rates.length} protocols.`);
  for (const tell of [tellIdentityStory, tellWalletStory]) {
    await tell(server, mailServer).catch((error: Error) => {
      throw new Error([error.message, ...server.complaints].join("\n"), { cause: error });
    });
  }
}

function rateRow({ name, calls, seconds }: Rate): string[] {
  return [`  ${name}`, String(calls), seconds.toFixed(2), String(Math.round(calls / seconds))];
}
