/**
 * grpc-js with proto-loader, as in its own guide. The descriptors are those that the service answers.
 */
import { readFileSync } from "node:fs";
import { Server, ServerCredentials, type ServiceDefinition, type UntypedHandleCall } from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer } from "@grpc/proto-loader";
import { answerTransform } from "./answers.ts";
import { announce } from "./listen.ts";

type TransformJson = Parameters<typeof answerTransform>[0];

/** A request as proto-loader decodes it: names of the .proto file, enum names, a message around the numbers. */
interface TransformMessage extends Omit<TransformJson, "data"> {
  readonly data: { readonly values: number[] };
}

const contract = new URL("../../gen/descriptors/platonic.binpb", import.meta.url);
const definitions = loadFileDescriptorSetFromBuffer(readFileSync(contract), { enums: String, defaults: true });
const service = definitions["geocode.v1.GeocodeService"] as unknown as ServiceDefinition;

const transform = (
  { request }: { readonly request: TransformMessage },
  answer: (error: null, reply: object) => void,
): void => {
  const { transformation_type, precision } = request;
  const reply = answerTransform({
    ...request,
    data: request.data.values,
    transformation_type: transformation_type.slice("TRANSFORMATION_TYPE_".length).toLowerCase() as "linear",
    precision: precision.slice("PRECISION_".length).toLowerCase() as "medium",
  });
  answer(null, { ...reply, transformation_type });
};

const server = new Server();
server.addService(service, { Transform: transform as unknown as UntypedHandleCall });
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  announce(port);
});
