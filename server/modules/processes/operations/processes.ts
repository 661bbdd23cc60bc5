import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ProcessState as MessageState, type ProcessService } from "#contract/admin/v1/process_pb.js";
import type { Operations } from "../../../rpc/operations.ts";
import { type Processes, type ProcessState, stateOf } from "../domain/process.ts";

const states: Readonly<Record<ProcessState, MessageState>> = {
  ready: MessageState.READY,
  draining: MessageState.DRAINING,
  silent: MessageState.SILENT,
};

/** The operations of admin.v1.ProcessService in the process with the given id. */
export function processOperations(
  processes: Pick<Processes, "now" | "list">,
  ownId: string,
): Operations<typeof ProcessService> {
  return {
    async listProcesses() {
      const listed = await processes.list();
      const now = await processes.now();
      return {
        processes: listed.map(({ id, host, pid, version, readings, ...heartbeat }) => ({
          id,
          host,
          pid,
          version,
          ...readings,
          state: states[stateOf(heartbeat, now)],
          isAnswering: id === ownId,
          startedAt: timestampFromDate(heartbeat.startedAt),
          heartbeatAt: timestampFromDate(heartbeat.heartbeatAt),
        })),
      };
    },
  };
}
