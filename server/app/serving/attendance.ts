import { setTimeout as delay } from "node:timers/promises";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import { limits } from "../../core/limits.ts";
import { protobufCodecs } from "../../rpc/codec/protobuf/codecs.ts";
import { messageFormatsOf } from "../../rpc/codec/protobuf/message-format.ts";
import { ReverseBuffer } from "../../rpc/codec/protobuf/reverse-buffer.ts";
import type { Pipeline, Refusals } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import { bugLine } from "../../rpc/telemetry/bug-line.ts";
import { answerCalls, type HttpCodec } from "../../threads/serving/answered-calls.ts";
import { answerStreams } from "../../threads/serving/answered-streams.ts";
import { answerUpgrades } from "../../threads/serving/answered-upgrades.ts";
import type { Link } from "../../threads/serving/link.ts";
import type { DocumentForm } from "../../threads/serving/messages.ts";
import type { HttpDocument } from "../../transports/http/documents.ts";
import type { HttpHandlerDeps } from "../../transports/http/handler.ts";
import { NetworkCounts } from "../../transports/http/network-places.ts";
import type { Upgrades } from "../../transports/http/port.ts";
import { restCodecs } from "../../transports/rest/codec.ts";
import type { OwnCallsAttendance } from "./own-calls-attendance.ts";

export interface AttendanceDeps extends Pick<HttpHandlerDeps, "readiness"> {
  readonly pipeline: Pipeline & Refusals;
  readonly streams: Streams;
  readonly upgrades: Pick<Upgrades, "accept">;
  readonly documents: ReadonlyMap<string, HttpDocument>;
  /** Concurrent connections of one network that is not a proxy, to all threads. */
  readonly perNetworkMax: number;
  /** Answers threads that answer some calls by themselves; absent: they forward every call. */
  readonly ownCalls: OwnCallsAttendance | undefined;
  readonly log: Pick<Logger, "error">;
}

/** Creates the main thread's side of the links to threads that serve. */
export function createAttendance(deps: AttendanceDeps): (link: Link, thread: number) => void {
  const buffer = new ReverseBuffer();
  const codecsOf = (method: DescMethodUnary, isPublished: boolean): HttpCodec[] => [
    // Published protocols have no paths of their own.
    ...(isPublished ? [] : restCodecs(method)),
    ...protobufCodecs(messageFormatsOf(method, { buffer })),
  ];
  const attendCalls = answerCalls(deps.pipeline, codecsOf);
  const attendUpgrades = answerUpgrades(deps.upgrades.accept);
  const attendStreams = answerStreams(deps.streams);
  const connections = new NetworkCounts(deps.perNetworkMax);
  const onBug = bugLine(deps.log, "could not answer a request");
  return (link, thread) => {
    attendCalls(link);
    deps.ownCalls?.attend(link, thread);
    attendStreams(link);
    attendUpgrades(link);
    attendConnections(link, connections);
    link.answer("document", (path) => (deps.documents.get(path) as HttpDocument).read() as Promise<DocumentForm>);
    link.answer("readiness", () => deps.readiness());
    link.hear("bug", ({ error, request }) => onBug(error, request));
  };
}

/** Counts the connections of networks over all threads. Those of a thread that ends are closed. */
function attendConnections(link: Link, counts: NetworkCounts): void {
  const taken = new Map<string, number>();
  let isOver = false;
  const take = (network: string) => {
    const isTaken = !isOver && counts.take(network);
    if (isTaken) taken.set(network, (taken.get(network) ?? 0) + 1);
    return isTaken;
  };
  link.answer("connection.take", async (network) => {
    if (take(network)) return true;
    // Another thread may be about to tell of a connection that its caller has closed before this one.
    await delay(limits.connectionReleaseMs);
    return take(network);
  });
  link.hear("connection.release", (network) => {
    const left = (taken.get(network) as number) - 1;
    if (left === 0) taken.delete(network);
    else taken.set(network, left);
    counts.release(network);
  });
  void link.ended.then(() => {
    isOver = true;
    for (const [network, count] of taken) counts.release(network, count);
  });
}
