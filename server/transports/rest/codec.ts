import { getOption } from "@bufbuild/protobuf";
import { envelope as envelopeOption } from "#contract/rest/v1/rest_pb.js";
import { Fault } from "../../core/fault.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { JsonProblem, parseJson } from "../../rpc/codec/dialect/json.ts";
import { compileReader } from "../../rpc/codec/dialect/reader.ts";
import { compileFieldWriter, compileWriter } from "../../rpc/codec/dialect/writer.ts";
import { oncePerMethod } from "../../rpc/once-per-method.ts";
import type { Issue } from "../../rpc/validation/issue.ts";
import type { Exchange } from "../http/exchange.ts";
import { compileBind } from "./bind.ts";
import { compileHeaders, placeHeaders } from "./header.ts";
import { explained, type Route, routesOf } from "./route.ts";

/** Codec of one route of a method. */
export interface RestCodec extends Codec {
  readonly route: Route;
  readonly hasBody: boolean;
  /** Returns the parameters of a request: its query, the values of its path, and the values of its headers. */
  parametersOf(request: Pick<Exchange, "query" | "headers">, values: readonly string[]): readonly string[];
}

/**
 * Compiles the codecs of a method, one for each of its routes.
 *
 * @throws Error for a binding that cannot be served
 */
export const restCodecs = oncePerMethod((method): readonly RestCodec[] => {
  const read = compileReader(method.input);
  const write = compileWriter(method.output);
  const envelope = getOption(method.parent, envelopeOption);
  return routesOf(method).map((route, index) =>
    explained(route.title, () => {
      const { body: declared, responseBody } = route;
      const hasBody = declared !== undefined;
      const bind = compileBind(route);
      const headers = compileHeaders(method.input);
      const writeAnswer = responseBody === undefined ? write : compileFieldWriter(responseBody);
      return {
        name: `rest ${index}`,
        route,
        hasBody,
        parametersOf: (request, values) =>
          request.query === "" && values.length === 0 && headers.length === 0
            ? noParameters
            : [request.query, ...values, ...headers.map(({ name }) => String(request.headers[name] ?? ""))],
        read(body, [query = "", ...rest]) {
          const issues: Issue[] = [];
          const json = bind(hasBody ? readJson(body) : undefined, rest, query, issues);
          placeHeaders(json, headers, rest.slice(route.bound.length));
          return { message: read(json, issues), issues };
        },
        write(answer) {
          const json = writeAnswer(answer);
          return envelope === "" ? json : `{${JSON.stringify(envelope)}:${json}}`;
        },
      };
    }),
  );
});

const noParameters: readonly string[] = [];

function readJson(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw error instanceof JsonProblem ? unreadable("body", error.message) : error;
  }
}

/** Returns the fault of the body or of a header as a whole. */
export function unreadable(parameter: string, expected: string, provided?: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided });
}
