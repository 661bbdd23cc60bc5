// @module-tag slow/programs

import { describe, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { HealthCheckResponse_ServingStatus as Status } from "#contract/grpc/health/v1/health_pb.js";
import { Operator } from "../support/compose/operator.ts";
import { readProject } from "../support/compose/project.ts";
import { Stack } from "../support/compose/stack.ts";
import { mariadbProblem } from "../support/database/mariadb.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { grpcClient } from "../support/grpc-client.ts";
import { nginxProblem } from "../support/http/nginx.ts";
import { newClient } from "../support/identity/client.ts";
import { containersProblem } from "../support/image/bases.ts";
import { type ChannelClient, openChannel } from "../transports/channel/client.ts";
import { clock } from "./clock.ts";

const problem = containersProblem() ?? mariadbProblem ?? goToolsProblem ?? nginxProblem;
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const processes = ["platonic-1", "platonic-2", "platonic-3"];

describe.skipIf(isSkipped)(`the compose file of three processes${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("runs them behind nginx as one, which answers every call while each of them is restarted", async () => {
    const stack = await Stack.open(readProject("deploy/compose/several.yaml"));
    const time = clock();
    await stack.up();
    time.step("the services run");
    expect(stack.running).toEqual(["mariadb", "nginx", ...processes]);
    const api = new Operator(stack.published("8080"), stack.readVolume("secrets", "operator-key"));

    const answering = new Set<string>();
    while (answering.size < 3) answering.add(await idOfAnswer(api));
    const watch = grpcClient(stack.published("8090")).watch("");
    expect(await watch.next()).toMatchObject({ status: Status.SERVING });
    watch.cancel();
    time.step("each answers, and gRPC");

    const owner = await newClient(api);
    const channels: ChannelClient[] = [];
    for (const counter of [1, 2, 3]) {
      const channel = await openChannel(api.server.url, async ({ hello, binding }) => {
        const { audience, challenge } = hello;
        const value = await owner.mint({ audience, challenge, channelBinding: binding, counter });
        return { credentials: { case: "rotatingToken", value } };
      });
      channels.push(channel);
    }
    await api.call("DELETE", `/api/identities/${owner.id}/sessions`);
    for (const channel of channels)
      expect((await channel.next())?.body).toMatchObject({
        case: "goAway",
        value: { reason: GoAwayReason.AUTHENTICATION },
      });
    time.step("channels close when their session ends, each at the process that has it");

    const statuses: number[] = [];
    let isOver = false;
    const calls = (async () => {
      while (!isOver) statuses.push((await api.call("GET", "/v1/plans")).status);
    })();
    for (const name of processes) expect(await stack.restart(name)).toBe(0);
    isOver = true;
    await calls;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([...answering]).not.toContain(await idOfAnswer(api));
    time.step(`all have restarted, under ${statuses.length} calls`);
    expect(new Set(Object.values(await stack.down()))).toEqual(new Set([0]));
    time.tell();
  });
});

/** Returns the id of the process that answers a call. */
async function idOfAnswer(api: Operator): Promise<string> {
  const { body } = await api.call("GET", "/v1/admin/processes");
  return body.result.processes.find((one: { is_answering: boolean }) => one.is_answering).id;
}
