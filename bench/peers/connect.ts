/** connect-node with our operations: `http1` for Connect, `http2` for gRPC. */
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import type { ConnectRouter, ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { geocodeOperations } from "../../server/modules/geocode/operations.ts";
import { announce } from "./listen.ts";

const operations = geocodeOperations as unknown as ServiceImpl<typeof GeocodeService>;
const routes = (router: ConnectRouter) => router.service(GeocodeService, operations);
const handler = connectNodeAdapter({ routes });
const server = process.argv[2] === "http2" ? createHttp2Server(handler) : createHttpServer(handler);
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
