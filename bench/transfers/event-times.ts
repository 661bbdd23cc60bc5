import type { ServerProcess } from "../harness/servers.ts";
import type { Lane } from "../requests/load.ts";
import { GrpcSession } from "../requests/load-grpc.ts";
import { keepPace } from "../requests/schedule.ts";
import { eventsOf, openAudience, reached, type WatchedWallets } from "./audience.ts";
import { answerBytesOf } from "./load.ts";
import { type SignedBody, transferRequest } from "./orders.ts";

/** Times of an order and one of its events, in milliseconds. */
export interface EventTimes {
  /** From sending the order to its answer. */
  readonly answer: number;
  /** From sending the order to the arrival of the event, which may be before the answer. */
  readonly event: number;
}

const sessionsCount = 8;
const lanesPerSession = 96;

/** Sends the first transfer alone and the others at a steady rate; returns the times of each event that a reader gets. */
export async function eventTimes(
  server: ServerProcess,
  wallets: WatchedWallets,
  [first, ...bodies]: readonly [SignedBody, ...SignedBody[]],
  perSecond: number,
): Promise<EventTimes[]> {
  const answerBytes = await answerBytesOf(server, first);
  const sentMs = new Map<string, number>();
  const answeredMs = new Map<string, number>();
  const arrivals: { readonly id: string; readonly atMs: number }[] = [];
  const audience = await openAudience(server, wallets, (data) => {
    const id = /"transaction":\{"id":"([^"]+)"/.exec(data)?.[1] ?? "";
    arrivals.push({ id, atMs: performance.now() });
  });
  const opening = Array.from({ length: sessionsCount }, () =>
    GrpcSession.open(server.port, transferRequest, answerBytes),
  );
  const sessions = await Promise.all(opening);
  const close = () => {
    for (const session of sessions) session.close();
  };
  let next = 0;
  const laneOf = (session: GrpcSession): Lane => ({
    send(onReply) {
      const { ids, body } = bodies[next++] as SignedBody;
      const [id] = ids as [string];
      sentMs.set(id, performance.now());
      const onAnswer = () => {
        answeredMs.set(id, performance.now());
        onReply();
      };
      session.send(onAnswer, body);
    },
    flush: () => session.flush(),
  });
  const lanes = sessions.flatMap((session) => Array<Lane>(lanesPerSession).fill(laneOf(session)));
  await keepPace({ lanes, close }, { perSecond, seconds: bodies.length / perSecond, sleepless: false });
  await reached(() => audience.told.read, eventsOf(bodies, wallets.watched), "events");
  close();
  await audience.close();
  return arrivals.map(({ id, atMs }) => {
    const sent = sentMs.get(id) as number;
    return { answer: (answeredMs.get(id) as number) - sent, event: atMs - sent };
  });
}
