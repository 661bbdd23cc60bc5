import type { DescMethodUnary } from "@bufbuild/protobuf";
import { KernelService } from "#contract/host/v1/host_pb.js";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Interfaces } from "./interfaces.ts";
import { type HostOperation, hostOperation, type OnBug } from "./operation.ts";
import { dialectCodec, dialectInterface } from "./rest-interface.ts";

/** The three operations that a kernel adopts: wallet authenticate, wallet transfer, wallet verify. */
export type KernelOperations = { readonly [Name in keyof typeof KernelService.method]: HostOperation };

/** Port: a kernel. `register` and `unregister` are idempotent. */
export interface Kernel {
  register(operations: KernelOperations): void;
  unregister(): void;
}

/** Returns the operations for any kernel. The kernel identifies callers; their permissions decide what they may do. */
export function kernelOperationsOf(pipeline: Pipeline, onBug: OnBug): KernelOperations {
  const of = (method: DescMethodUnary) => hostOperation(pipeline, method, dialectCodec(method), onBug);
  const { walletAuthenticate, walletTransfer, walletVerify } = KernelService.method;
  return {
    walletAuthenticate: of(walletAuthenticate),
    walletTransfer: of(walletTransfer),
    walletVerify: of(walletVerify),
  };
}

/** A kernel that calls through Varlink: its operations are an interface of the socket. */
export function varlinkKernel(interfaces: Interfaces, name: string): Kernel {
  return {
    register: (operations) => interfaces.add(dialectInterface(name, Object.values(operations))),
    unregister: () => interfaces.remove(name),
  };
}
