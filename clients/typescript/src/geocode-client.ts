import type { Client, Transport } from "@connectrpc/connect";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { typedClient } from "./typed-client.ts";

/** Client of the geometric operations, with a method for each. Failures are PlatonicErrors. */
export interface GeocodeClient extends Client<typeof GeocodeService> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the methods follow from the contract
export class GeocodeClient {
  constructor(transport: Transport) {
    Object.assign(this, typedClient(GeocodeService, transport));
  }
}
