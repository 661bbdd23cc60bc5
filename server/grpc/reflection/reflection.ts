import type { DescFile, MessageInitShape } from "@bufbuild/protobuf";
import type {
  ServerReflectionRequest,
  ServerReflectionResponseSchema,
} from "#contract/grpc/reflection/v1/reflection_pb.js";
import type { Descriptors } from "./descriptors.ts";

/** A request of either version of the protocol, which differ only in their names. */
type Question = Pick<ServerReflectionRequest, "host" | "messageRequest">;
type Response = MessageInitShape<typeof ServerReflectionResponseSchema>;
type Answer = NonNullable<Response["messageResponse"]>;

/** Canonical codes of gRPC. */
const code = { invalidArgument: 3, notFound: 5 } as const;

/** Answers the requests of one stream, each with one response; a symbol that is not found does not end the stream. */
export async function* reflect(questions: AsyncIterable<Question>, descriptors: Descriptors): AsyncGenerator<Response> {
  const sent = new Set<DescFile>();
  for await (const question of questions) {
    const { host, messageRequest } = question;
    yield {
      validHost: host,
      originalRequest: { host, messageRequest },
      messageResponse: answer(messageRequest, descriptors, sent),
    };
  }
}

function answer(asked: Question["messageRequest"], descriptors: Descriptors, sent: Set<DescFile>): Answer {
  switch (asked.case) {
    case "listServices":
      return { case: "listServicesResponse", value: { service: descriptors.services.map((name) => ({ name })) } };
    case "fileByFilename":
      return files(descriptors.file(asked.value), `file ${asked.value}`, descriptors, sent);
    case "fileContainingSymbol":
      return files(descriptors.fileOf(asked.value), `symbol ${asked.value}`, descriptors, sent);
    case "fileContainingExtension": {
      const { containingType, extensionNumber } = asked.value;
      const file = descriptors.fileOfExtension(containingType, extensionNumber);
      return files(file, `extension ${extensionNumber} of ${containingType}`, descriptors, sent);
    }
    case "allExtensionNumbersOfType": {
      const extensionNumber = descriptors.extensionNumbers(asked.value);
      if (extensionNumber === undefined) return error(code.notFound, `there is no message ${asked.value}`);
      return { case: "allExtensionNumbersResponse", value: { baseTypeName: asked.value, extensionNumber } };
    }
    default:
      return error(code.invalidArgument, "the request asks for nothing: set one member of message_request");
  }
}

/**
 * Returns a file, and those of its imports that this stream has not sent: a client cannot use one without the others.
 */
function files(file: DescFile | undefined, asked: string, descriptors: Descriptors, sent: Set<DescFile>): Answer {
  if (file === undefined) return error(code.notFound, `there is no ${asked}`);
  const needed = descriptors.withImports(file).filter((one) => one === file || !sent.has(one));
  for (const one of needed) sent.add(one);
  const fileDescriptorProto = needed.map((one) => descriptors.bytes(one));
  return { case: "fileDescriptorResponse", value: { fileDescriptorProto } };
}

function error(errorCode: number, errorMessage: string): Answer {
  return { case: "errorResponse", value: { errorCode, errorMessage } };
}
