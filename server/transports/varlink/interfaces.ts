import { shorten } from "../../rpc/errors/preview.ts";
import type { VarlinkCall } from "./messages.ts";
import type { Caller } from "./operation.ts";
import { type Reply, replyOf, serviceErrors } from "./replies.ts";

/** Answers a call of one method. */
export type VarlinkMethod = (call: VarlinkCall, caller: Caller) => readonly Reply[] | Promise<readonly Reply[]>;

/** An interface that is offered. */
export interface VarlinkInterface {
  readonly name: string;
  /** In the interface definition language of Varlink. */
  readonly description: string;
  readonly methods: ReadonlyMap<string, VarlinkMethod>;
}

/** What a service says of itself. */
export interface ServiceInfo {
  readonly vendor: string;
  readonly product: string;
  readonly version: string;
  readonly url: string;
}

/** The interfaces of a socket, by their names. `org.varlink.service`, which tells of the others, is always among them. */
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

  /** In place of one with the same name. */
  add(added: VarlinkInterface): void {
    this.#all.set(added.name, added);
  }

  remove(name: string): void {
    this.#all.delete(name);
  }

  answer(call: VarlinkCall, caller: Caller): readonly Reply[] | Promise<readonly Reply[]> {
    const dot = call.method.lastIndexOf(".");
    const found = this.#all.get(call.method.slice(0, Math.max(0, dot)));
    // A caller's own words are repeated, but not at any length.
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
