import { sign } from "node:crypto";
import { mintToken } from "../../clients/typescript/src/identity/mint-token.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { collectGarbage } from "../harness/garbage.ts";
import { spreadOf } from "../harness/measure.ts";
import type { ServerProcess } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { call, openTransferFixture, type Sender, type TransferFixture } from "../transfers/fixture.ts";
import { type TransferLoad, transferLoad } from "../transfers/load.ts";
import { type SignedBody, signedTransfers, transferRequest } from "../transfers/orders.ts";
import { channelTransferLoad } from "./transfer-load.ts";

const perRound = 20_000;
/** Maximum number of requests in flight on one channel. */
const atOnce = 64;
const target = 1;

/** Signed transfers of one sender, over one channel and over one gRPC connection. */
export async function channelTransferRate({ rounds: count }: Pace): Promise<Finding> {
  const fixture = await openTransferFixture(2, "0");
  try {
    return findingOf(await roundsOn(fixture, count));
  } finally {
    await fixture.close();
  }
}

type Way = "channel" | "gRPC";

/** Rate per second, and processor time of a transfer in microseconds, over each transport. */
type Round = Record<Way, { readonly rate: number; readonly server: number; readonly client: number }>;

async function roundsOn({ server, senders, requireEntries }: TransferFixture, count: number): Promise<Round[]> {
  const [sender] = senders as [Sender];
  const session = await sessionOf(server, sender);
  const ids: string[] = [];
  const signed = (number: number): SignedBody[] => {
    const bodies = signedTransfers(senders, 2 * number).filter((body) => body.sender === sender);
    ids.push(...bodies.flatMap((body) => body.ids));
    return bodies;
  };
  const headers = [...transferRequest.headers.slice(0, -1), ["authorization", `Bearer ${session}`] as const];
  const ways: Record<Way, TransferLoad> = {
    channel: await channelTransferLoad(server.port, session),
    gRPC: await transferLoad(server, signed(1)[0] as SignedBody, { ...transferRequest, headers }, 1),
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= count; round++) {
    const bodies = { channel: signed(perRound), gRPC: signed(perRound) };
    const channel = await measure(server, bodies.channel, ways.channel);
    const gRPC = await measure(server, bodies.gRPC, ways.gRPC);
    rounds.push({ channel, gRPC });
  }
  await requireEntries(ids);
  // The first round warms up.
  return rounds.slice(1);
}

async function measure(server: ServerProcess, bodies: readonly SignedBody[], send: TransferLoad) {
  // Collects the garbage of signing, so that it does not count as work of either transport.
  collectGarbage();
  const [startedMs, serverBefore, before] = [performance.now(), server.cpuSeconds(), process.cpuUsage()];
  await send(bodies, atOnce);
  const rate = (bodies.length * 1000) / (performance.now() - startedMs);
  const { user, system } = process.cpuUsage(before);
  const ofServer = ((server.cpuSeconds() - serverBefore) * 1e6) / bodies.length;
  return { rate, server: ofServer, client: (user + system) / bodies.length };
}

/** Opens a session of the sender, whose rights both the channel and gRPC use. */
async function sessionOf(server: ServerProcess, { id: identityId, keyId, privateKey }: Sender): Promise<string> {
  const { rotation_key: key } = await call<{ rotation_key: { version: number; secret: string } }>(
    server,
    `/api/identities/${identityId}/rotation-key`,
    {},
  );
  const rotationKey = { version: key.version, secret: Buffer.from(key.secret, "base64url") };
  const credentials = { identityId, keyId, rotationKey, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
  const request = { audience: "platonic", clientId: "bench", scope: "", counter: 1, windowSeconds: 300 };
  const token = await mintToken(credentials, { ...request, nowMs: Date.now() });
  return (await call<{ session_token: string }>(server, "/api/authentication/authenticate", { token })).session_token;
}

function findingOf(rounds: readonly Round[]): Finding {
  const row = (way: Way) => [
    way,
    spreadText(spreadOf(rounds.map((round) => round[way].rate)), 0),
    `server ${spreadText(spreadOf(rounds.map((round) => round[way].server)), 0)}, client ${spreadText(spreadOf(rounds.map((round) => round[way].client)), 0)}`,
  ];
  return {
    title: "Signed transfers over a channel",
    how:
      `Transfers of one sender, signed in advance, ${atOnce} in flight, on one channel, and with the same session on one gRPC connection. ` +
      "Each is verified, and durable in SQLite when its response arrives. The server has one processor, the sender the other: on the " +
      "channel the sender encrypts and decrypts every message, and transfers of one turn share a message. At the end every transfer with " +
      "a response is looked up in the ledger. " +
      `${rounds.length} rounds of ${perRound} in turns.`,
    columns: ["transport", "per second", "processor time, us"],
    rows: [row("channel"), row("gRPC")],
    verdicts: [
      verdictOf(
        "signed transfers over one channel, compared with gRPC",
        rounds.map(({ channel, gRPC }) => channel.rate / gRPC.rate),
      ),
      verdictOf(
        "the same by the server's processor time",
        rounds.map(({ channel, gRPC }) => gRPC.server / channel.server),
      ),
    ],
  };
}

function verdictOf(what: string, ratios: readonly number[]): Verdict {
  const ratio = spreadOf(ratios);
  return {
    what,
    figure: spreadText(ratio, 2),
    target: `at least ${target.toFixed(1)}`,
    isReached: ratio.median >= target,
    isUncertain: ratio.max >= target && ratio.min < target,
  };
}
