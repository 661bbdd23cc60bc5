import { type DescMethodUnary, getOption } from "@bufbuild/protobuf";
import { envelope as envelopeOption } from "../../../gen/es/rest/v1/rest_pb.js";
import { Fault } from "../../domain/fault.ts";
import type { Form } from "../../pipeline/form.ts";
import type { Issue } from "../../pipeline/issue.ts";
import { compileBind } from "./bind.ts";
import { JsonProblem, parseJson } from "./json.ts";
import { compileReader } from "./reader.ts";
import { explained, type Route, routesOf } from "./route.ts";
import { compileFieldWriter, compileWriter } from "./writer.ts";

/** How one route spells the requests and answers of its method. */
export interface RestForm extends Form {
  readonly route: Route;
  readonly hasBody: boolean;
  /** What a request says outside its body: its query and what its path holds for the variables of the template. */
  parametersOf(query: string, values: readonly string[]): readonly string[];
}

/**
 * The forms of a method, one for each of its routes.
 *
 * @throws Error for what the contract declares and cannot be served
 */
export function restForms(method: DescMethodUnary): RestForm[] {
  const read = compileReader(method.input);
  const write = compileWriter(method.output);
  const envelope = getOption(method.parent, envelopeOption);
  return routesOf(method).map((route, index) =>
    explained(route.title, () => {
      const { body: declared, responseBody } = route;
      const hasBody = declared !== undefined;
      const bind = compileBind(route);
      const writeAnswer = responseBody === undefined ? write : compileFieldWriter(responseBody);
      return {
        name: `rest ${index}`,
        route,
        hasBody,
        parametersOf: (query, values) => (query === "" && values.length === 0 ? noParameters : [query, ...values]),
        read(body, [query = "", ...values]) {
          const issues: Issue[] = [];
          const json = bind(hasBody ? readJson(body) : undefined, values, query, issues);
          return { message: read(json, issues), issues };
        },
        write(answer) {
          const json = writeAnswer(answer);
          return JSON.stringify(envelope === "" ? json : { [envelope]: json });
        },
      };
    }),
  );
}

const noParameters: readonly string[] = [];

function readJson(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw error instanceof JsonProblem ? unreadable("body", error.message) : error;
  }
}

/** Of what is around the request's members or holds them all. */
export function unreadable(parameter: string, expected: string, provided?: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided });
}
