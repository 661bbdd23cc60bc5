import type { DescService } from "@bufbuild/protobuf";
import type { CallOptions, Client, Transport } from "@connectrpc/connect";
import { createClient } from "@connectrpc/connect";
import { PlatonicError } from "./platonic-error.ts";
import { keepContext } from "./trace-context.ts";

type Call = (request: object, options?: CallOptions) => unknown;

/** Wraps the generated client of a service; failures are PlatonicErrors. */
export function typedClient<Service extends DescService>(service: Service, transport: Transport): Client<Service> {
  const generated = createClient(service, transport) as unknown as { readonly [localName: string]: Call };
  const methods = service.methods.map(({ localName, methodKind }) => {
    const call = generated[localName] as Call;
    return [localName, methodKind === "unary" ? typedUnary(call) : typedStream(call)];
  });
  return Object.fromEntries(methods) as Client<Service>;
}

function typedUnary(call: Call): Call {
  return async (request, options) => {
    try {
      return await call(request, options);
    } catch (error) {
      throw PlatonicError.ofCall(error, options?.signal);
    }
  };
}

function typedStream(call: Call): Call {
  return (request, options) => {
    const inContext = keepContext();
    return (async function* () {
      try {
        yield* inContext(() => call(request, options)) as AsyncIterable<unknown>;
      } catch (error) {
        throw PlatonicError.ofCall(error, options?.signal);
      }
    })();
  };
}
