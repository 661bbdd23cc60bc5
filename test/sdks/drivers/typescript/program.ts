/** The driver in TypeScript: reads a command a line, answers a line (test/sdks/README.md). */
import { createInterface } from "node:readline";
import { BadReceipt, BadWebhook, PlatonicError } from "../../../../clients/typescript/src/index.ts";
import { commands } from "./commands.ts";
import { inSpan } from "./spans.ts";

createInterface(process.stdin).on("line", async (line) => {
  const { id, do: command, trace = {}, ...members } = JSON.parse(line);
  const answer = await inSpan(trace, () => result(command, members as never));
  process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
});

async function result(command: string, members: never): Promise<object> {
  try {
    const act = commands[command];
    if (act === undefined) throw new Error(`there is no command ${command}`);
    return { result: (await act(members)) ?? {} };
  } catch (thrown) {
    return { error: failure(thrown) };
  }
}

function failure(thrown: unknown): object {
  const { message } = thrown as Error;
  if (thrown instanceof BadReceipt) return { reason: "BAD_RECEIPT", message };
  if (thrown instanceof BadWebhook) return { reason: "BAD_WEBHOOK", message };
  // A defect of the driver is no failure of the SDK.
  const isOfConnect = (thrown as Error).name === "ConnectError" || thrown instanceof PlatonicError;
  if (!isOfConnect) return { reason: `DRIVER: ${(thrown as Error).name}`, message: String((thrown as Error).stack) };
  const { reason, parameter, retryAfterSeconds: retryAfter } = PlatonicError.from(thrown);
  return { reason, message, parameter, retryAfter };
}
