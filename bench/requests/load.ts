import { GrpcSession } from "./load-grpc.ts";
import { type GoodReply, HttpConnection, httpBytes } from "./load-http.ts";
import type { Wire, WireRequest } from "./wire.ts";

/** A connection or stream that takes one request at a time. */
export interface Lane {
  send(onReply: () => void): void;
  /** Sends everything that is queued. */
  flush(): void;
}

/** Connections to a server that are reused in all rounds. */
export interface Load {
  readonly lanes: readonly Lane[];
  close(): void;
}

export const httpConnections = 32;
const grpcSessions = 4;
const grpcLanes = 64;

/** `answer` is the body of a correct response. */
export async function openLoad(port: number, wire: Wire, request: WireRequest, answer: Buffer): Promise<Load> {
  if (wire === "grpc") return openGrpcLoad(port, request, answer, grpcSessions);
  return openHttpLoad(port, Array(httpConnections).fill([httpBytes(request)]));
}

/** Opens sessions of gRPC, whose lanes are 64 together. */
export async function openGrpcLoad(
  port: number,
  request: WireRequest,
  answer: Buffer,
  sessionCount: number,
): Promise<Load> {
  const opening = Array.from({ length: sessionCount }, () => GrpcSession.open(port, request, answer.length));
  const sessions = await Promise.all(opening);
  const lanes = sessions.flatMap((session) => Array.from({ length: grpcLanes / sessionCount }, () => session));
  return { lanes, close: () => closeAll(sessions) };
}

/**
 * Opens an HTTP/1.1 connection for each list, whose requests it sends in turn. All correct responses have the same
 * length.
 */
export async function openHttpLoad(port: number, requestsOf: readonly (readonly Buffer[])[]): Promise<Load> {
  const good: GoodReply = {};
  const connections = await Promise.all(requestsOf.map((requests) => HttpConnection.open(port, requests, good)));
  return { lanes: connections, close: () => closeAll(connections) };
}

function closeAll(connections: readonly { close(): void }[]): void {
  for (const connection of connections) connection.close();
}

export interface Effort {
  readonly seconds: number;
  /**
   * Whether to poll for replies without sleeping. Waking another processor costs a server about 15 microseconds per
   * reply; a slow server pays this each time and a fast one rarely, so ratios would reflect the machine.
   */
  readonly sleepless: boolean;
}

/** Keeps all lanes busy for this long; returns the number of responses and the time they took. */
export function keepBusy({ lanes }: Load, effort: Effort): Promise<{ requests: number; seconds: number }> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const endMs = startedMs + effort.seconds * 1000;
    let requests = 0;
    let inFlight = 0;
    const sendOn = (lane: Lane) => {
      inFlight += 1;
      lane.send(() => {
        requests += 1;
        inFlight -= 1;
        const nowMs = performance.now();
        if (nowMs < endMs) sendOn(lane);
        else if (inFlight === 0) resolve({ requests, seconds: (nowMs - startedMs) / 1000 });
      });
    };
    const poll = () => {
      if (inFlight > 0) setImmediate(poll);
    };
    for (const lane of lanes) sendOn(lane);
    if (effort.sleepless) poll();
    for (const lane of lanes) lane.flush();
  });
}
