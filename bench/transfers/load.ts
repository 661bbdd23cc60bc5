import { fromBinary } from "@bufbuild/protobuf";
import { TransferBatchResponseSchema, TransferResponseSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import type { ServerProcess } from "../harness/servers.ts";
import { GrpcSession } from "../requests/load-grpc.ts";
import { requestOnce } from "../requests/single-request.ts";
import type { WireRequest } from "../requests/wire.ts";
import { batchRequest, type SignedBody, transferRequest } from "./orders.ts";

/** Sends bodies that were signed in advance; resolves when all have successful responses. */
export type TransferLoad = (bodies: readonly SignedBody[], atOnce: number) => Promise<void>;

/**
 * Load of transfers. A client that checks the protocol makes the first one and reads the response; all other successful
 * responses have the same length, and failed ones do not.
 */
export async function transferLoad(
  server: ServerProcess,
  first: SignedBody,
  request = transferRequest,
  sessionsMax = 8,
): Promise<TransferLoad> {
  return loadOf(server, request, await answerBytesOf(server, first, request), sessionsMax);
}

/** Makes a transfer, and returns the length of the answer if it is successful. */
export async function answerBytesOf(
  { port }: ServerProcess,
  { body }: SignedBody,
  request = transferRequest,
): Promise<number> {
  const answer = await requestOnce(port, "grpc", { ...request, body });
  if (!fromBinary(TransferResponseSchema, answer.subarray(5)).result?.success) throw refused();
  return answer.length;
}

/** Load of batches, checked in the same way. */
export async function batchLoad(server: ServerProcess, first: SignedBody): Promise<TransferLoad> {
  const answer = await requestOnce(server.port, "grpc", { ...batchRequest, body: first.body });
  const { results } = fromBinary(TransferBatchResponseSchema, answer.subarray(5));
  if (results.length !== first.ids.length || !results.every(({ success }) => success)) throw refused();
  return loadOf(server, batchRequest, answer.length, 8);
}

function refused(): Error {
  return new Error("a good transfer was refused");
}

function loadOf({ port }: ServerProcess, request: WireRequest, answerBytes: number, sessionsMax: number): TransferLoad {
  return async (bodies, atOnce) => {
    const opening = Array.from({ length: Math.min(sessionsMax, atOnce) }, () =>
      GrpcSession.open(port, request, answerBytes),
    );
    const sessions = await Promise.all(opening);
    let next = 0;
    const sendAll = (session: GrpcSession) =>
      new Promise<void>((resolve) => {
        const sendOn = () => {
          const signed = bodies[next++];
          if (signed === undefined) resolve();
          else session.send(sendOn, signed.body);
        };
        sendOn();
      });
    const senders = Array.from({ length: atOnce }, (_, index) =>
      sendAll(sessions[index % sessions.length] as GrpcSession),
    );
    for (const session of sessions) session.flush();
    await Promise.all(senders);
    for (const session of sessions) session.close();
  };
}
