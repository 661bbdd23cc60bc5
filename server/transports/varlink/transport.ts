import { createServer, type Socket } from "node:net";
import { type DescService, getOption } from "@bufbuild/protobuf";
import { KernelService } from "#contract/host/v1/host_pb.js";
import { UserDatabaseService } from "#contract/host/v1/user_database_pb.js";
import { interface$ as interfaceOption } from "#contract/varlink/v1/varlink_pb.js";
import { limits } from "../../core/limits.ts";
import { unaryMethods } from "../../rpc/handler.ts";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import { HostConnection } from "./connection.ts";
import { Interfaces, type ServiceInfo } from "./interfaces.ts";
import { kernelOperationsOf, varlinkKernel } from "./kernel.ts";
import type { Libc } from "./libc.ts";
import { hostOperation, type OnBug } from "./operation.ts";
import type { Peer, PeerReader } from "./peer.ts";
import { dialectCodec, dialectInterface } from "./rest-interface.ts";
import { type HostSocketPlace, listenAt, type Withdraw } from "./socket.ts";
import { userDatabaseCodec, userDatabaseInterface } from "./user-database.ts";

export interface VarlinkTransportDeps {
  readonly pipeline: Pipeline;
  readonly place: HostSocketPlace;
  readonly readPeer: PeerReader;
  /** Lock for `listenAt`. */
  readonly lock: Libc["lock"];
  readonly policy: (peer: Peer) => Principal;
  readonly info: ServiceInfo;
  readonly onBug: OnBug;
}

export interface VarlinkTransport {
  /** Refuses new calls, answers running ones, and closes what is left after the grace period. */
  close(graceMs: number): Promise<void>;
}

/** Serves the services with a Varlink interface in the contract to the host, on a Unix socket. */
export async function openVarlinkTransport(deps: VarlinkTransportDeps): Promise<VarlinkTransport> {
  const { place, readPeer, lock, policy, onBug } = deps;
  const interfaces = interfacesOf(deps);
  const connections = new Set<HostConnection>();
  const byUser = new Map<number, number>();

  function serve(socket: Socket): void {
    let peer: Peer;
    try {
      peer = readPeer(socket);
    } catch (error) {
      socket.destroy();
      onBug(error, connectionId);
      return;
    }
    const { uid } = peer;
    const count = (byUser.get(uid) ?? 0) + 1;
    // One user must not take all connections, except root, which systemd uses on behalf of every user.
    if (count > limits.hostConnectionsPerUserMax && uid !== 0) {
      socket.destroy();
      return;
    }
    const connection = new HostConnection(socket, policy(peer), interfaces);
    byUser.set(uid, count);
    connections.add(connection);
    socket.once("close", () => {
      connections.delete(connection);
      const left = (byUser.get(uid) ?? 1) - 1;
      if (left > 0) byUser.set(uid, left);
      else byUser.delete(uid);
    });
    connection.serve().catch((error: unknown) => onBug(error, connectionId));
  }

  const server = createServer({ allowHalfOpen: true }, serve);
  server.maxConnections = limits.hostConnectionsMax;
  let withdraw: Withdraw;
  try {
    withdraw = await listenAt(server, place, { lock });
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    async close(graceMs) {
      withdraw();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.close();
      const cut = setTimeout(() => {
        for (const connection of connections) connection.destroy();
      }, graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Logged instead of a request id for errors outside a request. */
const connectionId = "host-connection";

function interfacesOf({ pipeline, info, onBug }: VarlinkTransportDeps): Interfaces {
  const interfaces = new Interfaces(info);
  for (const service of pipeline.services) {
    const name = getOption(service, interfaceOption);
    if (name !== "") offer(interfaces, service, name, pipeline, onBug);
  }
  return interfaces;
}

function offer(interfaces: Interfaces, service: DescService, name: string, pipeline: Pipeline, onBug: OnBug): void {
  const methods = unaryMethods(service);
  if (service === KernelService) {
    varlinkKernel(interfaces, name).register(kernelOperationsOf(pipeline, onBug));
  } else if (service === UserDatabaseService) {
    interfaces.add(
      userDatabaseInterface(methods.map((method) => hostOperation(pipeline, method, userDatabaseCodec(method), onBug))),
    );
  } else {
    interfaces.add(
      dialectInterface(
        name,
        methods.map((method) => hostOperation(pipeline, method, dialectCodec(method), onBug)),
      ),
    );
  }
}
