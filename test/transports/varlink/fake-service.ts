import { join } from "node:path";
import type { DescService } from "@bufbuild/protobuf";
import { onTestFinished } from "vitest";
import { KernelService } from "#contract/host/v1/host_pb.js";
import { UserDatabaseService } from "#contract/host/v1/user_database_pb.js";
import type { Answer, Call } from "../../../server/rpc/call.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import { openLibc } from "../../../server/transports/varlink/libc.ts";
import type { Peer } from "../../../server/transports/varlink/peer.ts";
import { openVarlinkTransport } from "../../../server/transports/varlink/transport.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";

export const plan = { name: "host", requestsPerMinute: 1_000, concurrentRequests: 10 };

/** Opens the host socket with a fake pipeline, which records every call. */
export async function openFakeService({
  answer = async () => ({ written: "{}", limits: { limit: 1, remaining: 1, resetAtSeconds: 1 } }),
  peer = () => ({ uid: 4_711, gid: 4_711, groups: [] }),
}: {
  readonly answer?: (call: Call) => Promise<Answer>;
  readonly peer?: () => Peer;
} = {}) {
  const path = join(temporaryDirectory(), "host.sock");
  const calls: Call[] = [];
  const bugs: unknown[] = [];
  const services: DescService[] = [KernelService, UserDatabaseService];
  const transport = await openVarlinkTransport({
    pipeline: {
      services,
      answer(call) {
        calls.push(call);
        return answer(call);
      },
    },
    place: { path, mode: 0o600 },
    readPeer: peer,
    lock: (await openLibc()).lock,
    policy: ({ uid }): Principal => ({ id: `host:${uid}`, plan, permissions: [] }),
    info: { vendor: "a vendor", product: "a product", version: "1.2.3", url: "a url" },
    onBug: (error) => bugs.push(error),
  });
  onTestFinished(() => transport.close(0));
  return { path, calls, bugs, transport };
}

/** Decodes the request of a call. */
export async function requestOf(call: Call): Promise<object> {
  const { message, issues } = call.codec.read(await call.readBody(1024 * 1024), call.parameters);
  if (issues.length > 0) throw new Error(issues[0]?.message);
  return message;
}
