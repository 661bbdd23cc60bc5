import { createClient } from "@connectrpc/connect";
import { ProcessService, ServerProcessSchema } from "#contract/admin/v1/process_pb.js";
import { listOutcome, plainOf } from "../answer.ts";
import { command } from "../command.ts";

export const processes = command({
  name: "processes",
  summary: "Lists the processes of the service with their state, load and clock: for administrators.",
  examples: ["platonic processes", "platonic processes --json"],
  async run({ service }) {
    const answer = await createClient(ProcessService, service().transport).listProcesses({});
    return listOutcome(
      "processes",
      answer.processes.map((one) => plainOf(ServerProcessSchema, one)),
    );
  },
});
