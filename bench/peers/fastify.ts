/**
 * Fastify in its usual setup: a schema with bounds for requests, and one for responses, from which it compiles a
 * serialiser.
 */
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { answerTransform } from "./answers.ts";
import { announce } from "./listen.ts";

const number = { type: "number" };
const dimensions = { type: "integer", minimum: 3, maximum: 13 };
const type = { type: "string", enum: ["linear", "harmonic", "phi", "jitterbug"] };
const object = (properties: Record<string, object>) => ({ type: "object", properties });

const body = {
  ...object({
    data: { type: "array", minItems: 3, maxItems: 13, items: { type: "number", minimum: -1e300, maximum: 1e300 } },
    source_dimensions: dimensions,
    target_dimensions: dimensions,
    transformation_type: { ...type, default: "harmonic" },
    preserve_magnitude: { type: "boolean", default: true },
    precision: { type: "string", enum: ["low", "medium", "high"], default: "medium" },
  }),
  required: ["data", "source_dimensions", "target_dimensions"],
};

const success = object({
  result: object({
    transformed_data: { type: "array", items: number },
    source_dimensions: { type: "integer" },
    target_dimensions: { type: "integer" },
    transformation_type: type,
    magnitude: object({ original: number, transformed: number }),
    metrics: object({ phi_resonance: number, harmonic_balance: number, dimensional_coherence: number }),
  }),
});

const app = fastify();
app.post("/v1/geocode/transform", { schema: { body, response: { 200: success } } }, async (request) => ({
  result: answerTransform(request.body as never),
}));
await app.listen({ port: 0, host: "127.0.0.1" });
announce((app.server.address() as AddressInfo).port);
