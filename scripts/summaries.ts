import type { FileRegistry } from "@bufbuild/protobuf";
import { commentOf, servicesOf } from "./contract-registry.ts";

/** Returns the first sentence about each method, by name, such as `geocode.v1.GeocodeService.Encode`. */
export function summariesOf(registry: FileRegistry): Record<string, string> {
  const methods = servicesOf(registry).flatMap(({ methods }) => methods);
  return Object.fromEntries(
    methods.map((method) => [`${method.parent.typeName}.${method.name}`, firstSentence(commentOf(method) ?? "")]),
  );
}

function firstSentence(comment: string): string {
  return /^.*?\.(?= |$)/.exec(comment)?.[0] ?? comment;
}
