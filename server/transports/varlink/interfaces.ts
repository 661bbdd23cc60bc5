import { shorten } from "../../rpc/errors/preview.ts";
import type { VarlinkCall } from "./messages.ts";
import type { Caller } from "./operation.ts";
import { type Reply, replyOf, serviceErrors } from "./replies.ts";

/** Answers a call of one method. */
export type VarlinkMethod = (call: VarlinkCall, caller: Caller) => readonly Reply[] | Promise<readonly Reply[]>;

/** An interface of the socket. */
export interface VarlinkInterface {
  readonly name: string;
  /** In the interface definition language of Varlink. */
  readonly description: string;
  readonly methods: ReadonlyMap<string, VarlinkMethod>;
}

/** Self-description of the service. */
export interface ServiceInfo {
  readonly vendor: string;
  readonly product: string;
  readonly version: string;
  readonly url: string;
}

/** Interfaces of a socket by name. `org.varlink.service`, which describes the others, is always one of them. */
export class Interfaces {
  readonly #all = new Map<string, VarlinkInterface>();
  readonly #info: ServiceInfo;

  constructor(info: ServiceInfo) {
    this.#info = info;
    this.add({
      name: "org.varlink.service",
      description: serviceDescription,
      methods: new Map<string, VarlinkMethod>([
        ["GetInfo", () => [replyOf(JSON.stringify({ ...this.#info, interfaces: [...this.#all.keys()].sort() }))]],
        ["GetInterfaceDescription", ({ parameters }) => [this.#describe(parameters["interface"])]],
      ]),
    });
  }

  /** Adds an interface, replacing one with the same name. */
  add(added: VarlinkInterface): void {
    this.#all.set(added.name, added);
  }

  remove(name: string): void {
    this.#all.delete(name);
  }

  answer(call: VarlinkCall, caller: Caller): readonly Reply[] | Promise<readonly Reply[]> {
    const dot = call.method.lastIndexOf(".");
    const found = this.#all.get(call.method.slice(0, Math.max(0, dot)));
    // The caller's own names are repeated, but shortened.
    if (found === undefined) return [serviceErrors.interfaceNotFound(short(call.method.slice(0, Math.max(0, dot))))];
    const method = found.methods.get(call.method.slice(dot + 1));
    if (method === undefined) return [serviceErrors.methodNotFound(short(call.method))];
    if (call.upgrade) return [serviceErrors.methodNotImplemented(call.method)];
    return method(call, caller);
  }

  #describe(name: unknown): Reply {
    if (typeof name !== "string") return serviceErrors.invalidParameter("interface");
    const found = this.#all.get(name);
    if (found === undefined) return serviceErrors.interfaceNotFound(short(name));
    return replyOf(JSON.stringify({ description: found.description }));
  }
}

function short(text: string): string {
  return shorten(text, wordCharactersMax);
}

const wordCharactersMax = 256;

const serviceDescription = `interface org.varlink.service

method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

method GetInterfaceDescription(interface: string) -> (description: string)

error InterfaceNotFound (interface: string)

error MethodNotFound (method: string)

error MethodNotImplemented (method: string)

error InvalidParameter (parameter: string)

error PermissionDenied ()

error ExpectedMore ()
`;
