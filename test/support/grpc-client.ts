import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { HealthCheckRequestSchema, HealthCheckResponseSchema } from "#contract/grpc/health/v1/health_pb.js";
import {
  ServerReflectionRequestSchema,
  ServerReflectionResponseSchema,
} from "#contract/grpc/reflection/v1/reflection_pb.js";

/** A stream of the official gRPC client, with everything that it has received. */
export interface GrpcStream<Request, Answer> {
  send(...requests: Request[]): void;
  /** Ends the requests; without it the server may wait for more. */
  end(): void;
  cancel(): void;
  /** Resolves with the next answer, or the status if there is none. */
  next(): Promise<Answer | grpc.StatusObject>;
  /** Resolves with the status when the stream has ended. */
  readonly ended: Promise<grpc.StatusObject>;
  readonly answers: Answer[];
}

type Reflection = GrpcStream<
  MessageInitShape<typeof ServerReflectionRequestSchema>,
  MessageShape<typeof ServerReflectionResponseSchema>
>;
type Watch = GrpcStream<never, MessageShape<typeof HealthCheckResponseSchema>>;

/** Connects the official gRPC client to a server, until the test ends. */
export function grpcClient(url: string, ca?: Buffer) {
  const credentials = ca === undefined ? grpc.credentials.createInsecure() : grpc.credentials.createSsl(ca);
  const client = new grpc.Client(new URL(url).host, credentials);
  onTestFinished(() => client.close());

  function bidirectional<In extends DescMessage, Out extends DescMessage>(
    path: string,
    input: In,
    output: Out,
    headers: Record<string, string> = {},
  ) {
    const metadata = new grpc.Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    return streamOf(
      client.makeBidiStreamRequest(
        path,
        (sent: MessageInitShape<In>) => Buffer.from(toBinary(input, create(input, sent))),
        (bytes) => fromBinary(output, bytes),
        metadata,
      ),
    );
  }

  return {
    reflection: (headers?: Record<string, string>, version = "v1"): Reflection =>
      bidirectional(
        `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
        ServerReflectionRequestSchema,
        ServerReflectionResponseSchema,
        headers,
      ),
    watch(service: string): Watch {
      const stream = bidirectional("/grpc.health.v1.Health/Watch", HealthCheckRequestSchema, HealthCheckResponseSchema);
      stream.send({ service });
      stream.end();
      return stream as Watch;
    },
  };
}

function streamOf<Request, Answer>(call: grpc.ClientDuplexStream<Request, Answer>): GrpcStream<Request, Answer> {
  const answers: Answer[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<grpc.StatusObject>();
  let waiting: (() => void) | undefined;
  let taken = 0;
  let isEnded = false;
  call.on("data", (answer: Answer) => {
    answers.push(answer);
    waiting?.();
  });
  call.on("status", (status) => {
    isEnded = true;
    // The client leaves the punctuation encoded.
    resolve({ ...status, details: decodeURIComponent(status.details) });
    waiting?.();
  });
  // The status reports the same.
  call.on("error", () => {});
  return {
    answers,
    ended,
    send: (...requests) => {
      for (const request of requests) call.write(request);
    },
    end: () => call.end(),
    cancel: () => call.cancel(),
    async next() {
      while (taken >= answers.length) {
        if (isEnded) return ended;
        await new Promise<void>((done) => {
          waiting = done;
        });
      }
      return answers[taken++] as Answer;
    },
  };
}
