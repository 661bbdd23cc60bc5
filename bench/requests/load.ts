import { GrpcSession } from "./load-grpc.ts";
import { type GoodReply, HttpConnection, httpBytes } from "./load-http.ts";
import type { Wire, WireRequest } from "./wire.ts";

/** Takes one request at a time. */
export interface Lane {
  send(onReply: () => void): void;
  /** Whatever is sent may wait for this. */
  flush(): void;
}

/** Connections to a server that are kept for all rounds. */
export interface Load {
  readonly lanes: readonly Lane[];
  close(): void;
}

export const httpConnections = 32;
const grpcSessions = 4;
const streamsPerSession = 16;

/** `answer`: the body of a right answer. */
export async function openLoad(port: number, wire: Wire, request: WireRequest, answer: Buffer): Promise<Load> {
  if (wire === "grpc") {
    const opening = Array.from({ length: grpcSessions }, () => GrpcSession.open(port, request, answer.length));
    const sessions = await Promise.all(opening);
    const lanes = sessions.flatMap((session) => Array.from({ length: streamsPerSession }, () => session));
    return { lanes, close: () => closeAll(sessions) };
  }
  return openHttpLoad(port, Array(httpConnections).fill([httpBytes(request)]));
}

/** A connection of HTTP/1.1 for each list, whose requests it sends in turn. All good answers are of one length. */
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
   * Whether to look for replies without ever sleeping. Waking another processor costs a server some 15 microseconds a
   * reply, and a slow one has to do it each time, a fast one seldom: ratios would tell about the machine.
   */
  readonly sleepless: boolean;
}

/** Keeps all lanes busy for so long; answers how many requests were answered, and in what time. */
export function keepBusy({ lanes }: Load, effort: Effort): Promise<{ requests: number; seconds: number }> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const endMs = startedMs + effort.seconds * 1000;
    let requests = 0;
    let underWay = 0;
    const sendOn = (lane: Lane) => {
      underWay += 1;
      lane.send(() => {
        requests += 1;
        underWay -= 1;
        const nowMs = performance.now();
        if (nowMs < endMs) sendOn(lane);
        else if (underWay === 0) resolve({ requests, seconds: (nowMs - startedMs) / 1000 });
      });
    };
    const lookAgain = () => {
      if (underWay > 0) setImmediate(lookAgain);
    };
    for (const lane of lanes) sendOn(lane);
    if (effort.sleepless) lookAgain();
    for (const lane of lanes) lane.flush();
  });
}
