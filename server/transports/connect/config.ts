import { z } from "zod";
import { settings } from "../../core/config/settings.ts";

/** Settings of gRPC. */
export const grpcSettings = settings({
  variables: {
    GRPC_REFLECTION: z
      .enum(["on", "off"])
      .default("on")
      .describe("Whether tools such as grpcurl may read the contract, which is public, through gRPC reflection"),
  },
  read: (read) => ({ hasReflection: read.GRPC_REFLECTION === "on" }),
});
