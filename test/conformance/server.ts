/** The server that the conformance suite starts: writes its address to stdout, and serves until SIGTERM. */
import { readSync } from "node:fs";
import { createRegistry, fromBinary } from "@bufbuild/protobuf";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { createRpcRouter } from "../../server/transports/connect/router.ts";
import { openPort } from "../../server/transports/http/port.ts";
import { serverCompatFile, serviceFile } from "./install.ts";
import { encode, streamsOf, unaryMethodsOf } from "./service.ts";

const generated = await import(serviceFile);
const compat = await import(serverCompatFile);

// biome-ignore lint/suspicious/noExplicitAny: generated when the suite is installed
const request = fromBinary(compat.ServerCompatRequestSchema, readFromStdin(readFromStdin(4).readUInt32BE())) as any;
const bytesMax = request.messageReceiveLimit || 4 * 1024 * 1024;

const tls = request.useTls
  ? { cert: Buffer.from(request.serverCreds.cert).toString(), key: Buffer.from(request.serverCreds.key).toString() }
  : undefined;
const unary = createRpcRouter(unaryMethodsOf(generated, bytesMax));
const streams = connectNodeAdapter({
  routes: streamsOf(generated),
  readMaxBytes: bytesMax,
  jsonOptions: { registry: createRegistry(generated.file_connectrpc_conformance_v1_service) },
});
const port = await openPort({ host: "127.0.0.1", port: 0, tls }, (exchange) => {
  if (!unary(exchange)) exchange.handOver(streams as never);
});

const answer = encode(compat.ServerCompatResponseSchema, {
  host: "127.0.0.1",
  port: port.address.port,
  ...(tls && { pemCert: request.serverCreds.cert }),
});
const prefix = Buffer.alloc(4);
prefix.writeUInt32BE(answer.length);
process.stdout.write(Buffer.concat([prefix, answer]));
process.on("SIGTERM", () => process.exit(0));

/** Reads this many bytes; the suite does not close stdin, so there is no end of input. */
function readFromStdin(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) read += readSync(0, bytes, read, length - read, null);
  return bytes;
}
