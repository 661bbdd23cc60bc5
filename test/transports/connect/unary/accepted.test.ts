import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { chooseCompression } from "../../../../server/transports/connect/compression.ts";
import { legalCall, makeCall, variants, withHeaders } from "./client.ts";
import { longMessage } from "./outcomes.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();

/** Accept-encoding headers, and the compression that the server chooses. */
const acceptHeaders = [
  ["gzip", "gzip"],
  ["br", "br"],
  ["br, gzip", "br"],
  ["gzip,br", "gzip"],
  ["zstd, br;q=0, gzip;q=0.5, br", "gzip"],
  ["gzip; q=0.000 , br ;q=1", "br"],
  ["gzip;q=0", undefined],
  ["GZIP", "gzip"],
  ["Br;Q=0.5, gZip;q=0.4", "br"],
  ["x-gzip", "gzip"],
  ["gzip;q=0.2, br;q=0.8", "br"],
  ["*", "gzip"],
  ["gzip;q=0, *;q=0.5", "br"],
  ["*;q=0", undefined],
  ["gzip;q=0.5, identity", undefined],
  ["gzip, identity", "gzip"],
  ["identity", undefined],
  ["identity, gzip;q=0", undefined],
  ["zstd,deflate", undefined],
  ["gzipped", undefined],
  ["", undefined],
] as const;

describe.each(variants)("$name", (variant) => {
  test.each(acceptHeaders)("a caller that accepts %j gets %s", async (header, accepted) => {
    const name = variant.protocol.name.startsWith("Connect") ? "accept-encoding" : "grpc-accept-encoding";
    const call = { ...legalCall(), method: GeocodeService.method.jitterbug, bytes: longMessage.proto, accepted };
    const { result } = await makeCall(wire(), variant, call, withHeaders({ [name]: header }));
    expect(result).toMatchObject({ transformedGeometry: { type: "octahedron" } });
  });
});

test("answers of 1024 bytes and more are compressed, and shorter ones are not", () => {
  expect(chooseCompression("gzip", 1024)?.name).toBe("gzip");
  expect(chooseCompression("gzip", 1023)).toBeUndefined();
});
