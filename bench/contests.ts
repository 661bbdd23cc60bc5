import type { Contest, Peer } from "./harness/contest.ts";
import { buildGoPeer } from "./harness/go-peer.ts";
import { programs } from "./harness/servers.ts";
import { payloads } from "./requests/payloads.ts";

const { transform, encode, jitterbug, phi } = payloads;

const raw: Peer = { name: "raw node:http", program: programs.raw };
const connectHttp1: Peer = { name: "connect-node", program: programs.connectHttp1 };
const connectHttp2: Peer = { name: "connect-node", program: programs.connectHttp2 };
const go: Peer = { name: "connect-go", program: programs.go, prepare: buildGoPeer };

/** All comparisons of throughput. */
export const contests: readonly Contest[] = [
  {
    payload: transform,
    wire: "rest",
    peers: [
      { ...raw, target: 0.8 },
      { name: "Fastify with schemas", program: programs.fastify, target: 1 },
      { ...go, name: "connect-go with vanguard-go, ProtoJSON", wire: "rest-proto-json" },
    ],
  },
  {
    payload: transform,
    wire: "grpc",
    peers: [{ name: "grpc-js", program: programs.grpc, target: 1 }, connectHttp2, go],
  },
  { payload: transform, wire: "connect-proto", peers: [{ ...connectHttp1, target: 5 }, go] },
  { payload: transform, wire: "connect-json", peers: [{ ...connectHttp1, target: 5 }, go] },
  ...[encode, jitterbug, phi].flatMap((payload): Contest[] => [
    { payload, wire: "rest", peers: [raw] },
    { payload, wire: "connect-proto", peers: [connectHttp1] },
    { payload, wire: "connect-json", peers: [connectHttp1] },
  ]),
];
