// @module-tag slow/programs

import { Agent, get } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { freePorts } from "../support/database/free-ports.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { hasOpenssl, makeCertificate } from "../support/http/certificate.ts";
import { nginxProblem, startNginx } from "../support/http/nginx.ts";
import { type Program, startProgram } from "../support/program.ts";
import { Load } from "../support/programs/load.ts";
import { newHolder, phaseOf, pinnedKey, standard, walletOf } from "../support/sdk-holder.ts";
import { operatorKey } from "../support/server.ts";

const problem = nginxProblem ?? (hasOpenssl ? undefined : "openssl is not installed");
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const settings = { DRAIN_MS: "200", BACKUPS: "off", TRUSTED_PROXIES: "127.0.0.1" };
const authorization = { Authorization: `Bearer ${operatorKey}` };
const vector = { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 };

/** Processes that share a folder. */
async function startProcesses(count: number) {
  const environment = { ...settings, DATA_DIR: temporaryDirectory() };
  const start = async (port: number): Promise<Program> => {
    const program = await startProgram({ environment: { ...environment, PORT: String(port) } });
    onTestFinished(() => program.stop());
    return program;
  };
  const processes = new Map<number, Program>();
  for (const port of await freePorts(count)) processes.set(port, await start(port));
  return { processes, start };
}

describe.skipIf(isSkipped)(`three processes behind nginx${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("are restarted one after the other, and no call that may be repeated fails, and no payment over a channel", async () => {
    const { processes, start } = await startProcesses(3);
    const certificate = makeCertificate();
    onTestFinished(() => certificate.remove());
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, certificate.ca.toString("utf8")]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const nginx = await startNginx([...processes.keys()], certificate);
    onTestFinished(() => nginx.stop());

    const load = new Load();
    const agent = new Agent({ keepAlive: true, ca: certificate.ca });
    onTestFinished(() => agent.destroy());
    for (let n = 0; n < 2; n++) load.add("REST", () => plans(nginx.url, agent));
    const grpc = createClient(
      GeocodeService,
      createGrpcTransport({ baseUrl: nginx.url, nodeOptions: { ca: certificate.ca } }),
    );
    // nginx repeats no POST, and so no gRPC; a caller who may does.
    const transform = () => grpc.transform(vector, { headers: authorization });
    load.add("gRPC", () => transform().catch(transform));
    const [direct = ""] = [...processes.values()].map(({ url }) => url);
    const [ada, bob] = [await newHolder(direct, "100"), await newHolder(direct)];
    const wallet = walletOf(nginx.url, ada, { serverKey: await pinnedKey(direct) });
    onTestFinished(() => wallet.close());
    await phaseOf(wallet, "open");
    let paid = 0;
    load.add("channel", async () => {
      const { status } = await wallet.pay(standard(bob, "0.001"));
      if (status !== "completed") throw new Error(`a payment is ${status}`);
      paid++;
    });

    await load.more(50);
    for (const [port, program] of processes) {
      program.signal("SIGTERM");
      expect(await program.ended).toBe(0);
      // Here the others answer alone.
      await load.more(50);
      await start(port);
      await load.more(50);
    }
    await load.stop();
    expect(load.errors).toEqual([]);
    expect(paid).toBeGreaterThan(0);
  });
});

/** Asks for the plans over a connection that is kept. */
function plans(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/v1/plans`, { agent, headers: authorization }, (response) => {
      response.resume().once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(String(response.statusCode)));
      });
    }).once("error", reject);
  });
}
