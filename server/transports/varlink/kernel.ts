import type { DescMethodUnary } from "@bufbuild/protobuf";
import { KernelService } from "../../../gen/es/host/v1/host_pb.js";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Interfaces } from "./interfaces.ts";
import { type HostOperation, hostOperation, type OnBug } from "./operation.ts";
import { dialectCodec, dialectInterface } from "./rest-interface.ts";

/** The three operations that a kernel adopts: wallet authenticate, wallet transfer, wallet verify. */
export type KernelOperations = { readonly [Name in keyof typeof KernelService.method]: HostOperation };

/** Port: a kernel. Registering what is registered, and removing what is not, changes nothing. */
export interface Kernel {
  register(operations: KernelOperations): void;
  unregister(): void;
}

/** The operations for a kernel, whichever it is. Who calls, the kernel says; what they may, their permissions. */
export function kernelOperationsOf(pipeline: Pipeline, onBug: OnBug): KernelOperations {
  const of = (method: DescMethodUnary) => hostOperation(pipeline, method, dialectCodec(method), onBug);
  const { walletAuthenticate, walletTransfer, walletVerify } = KernelService.method;
  return {
    walletAuthenticate: of(walletAuthenticate),
    walletTransfer: of(walletTransfer),
    walletVerify: of(walletVerify),
  };
}

/** The kernel that calls by Varlink: to it the operations are an interface of the socket. */
export function varlinkKernel(interfaces: Interfaces, name: string): Kernel {
  return {
    register: (operations) => interfaces.add(dialectInterface(name, Object.values(operations))),
    unregister: () => interfaces.remove(name),
  };
}
