import type { DescMethodUnary, DescService, MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions, Client, Transport } from "@connectrpc/connect";
import { createClient } from "@connectrpc/connect";
import { PlatonicError } from "./platonic-error.ts";

/** Wraps the generated client of a service with unary methods; failures are PlatonicErrors. */
export function typedClient<Service extends DescService>(service: Service, transport: Transport): Client<Service> {
  const generated = createClient(service, transport) as unknown as {
    readonly [localName: string]: (request: object, options?: CallOptions) => Promise<unknown>;
  };
  const methods = service.methods.map(({ localName }) => {
    const call = generated[localName] as (request: object, options?: CallOptions) => Promise<unknown>;
    const typed = async (request: MessageInitShape<DescMethodUnary["input"]>, options?: CallOptions) => {
      try {
        return await call(request, options);
      } catch (error) {
        throw PlatonicError.from(error);
      }
    };
    return [localName, typed];
  });
  return Object.fromEntries(methods) as Client<Service>;
}
