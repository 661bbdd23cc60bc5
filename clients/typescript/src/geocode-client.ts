import type { Client, Transport } from "@connectrpc/connect";
import { GeocodeService } from "../../../gen/es/platonic/geocode/v1/service_pb.js";
import { typedClient } from "./typed-client.ts";

/** Client of the geometric operations. Failures are PlatonicErrors. */
export class GeocodeClient {
  readonly transform: Client<typeof GeocodeService>["transform"];
  readonly encode: Client<typeof GeocodeService>["encode"];
  readonly decode: Client<typeof GeocodeService>["decode"];
  readonly jitterbug: Client<typeof GeocodeService>["jitterbug"];
  readonly phiResonance: Client<typeof GeocodeService>["phiResonance"];
  readonly rSpace: Client<typeof GeocodeService>["rSpace"];

  constructor(transport: Transport) {
    const client = typedClient(GeocodeService, transport);
    this.transform = client.transform;
    this.encode = client.encode;
    this.decode = client.decode;
    this.jitterbug = client.jitterbug;
    this.phiResonance = client.phiResonance;
    this.rSpace = client.rSpace;
  }
}
