import { type DescMethod, type DescService, type FileRegistry, getOption } from "@bufbuild/protobuf";
import { permission } from "#contract/access/v1/access_pb.js";
import { http } from "#contract/google/api/annotations_pb.js";
import { servicesOf } from "../contract-registry.ts";

/** Names of a new operation, in all forms used in the contract and the code. */
export interface Names {
  readonly service: DescService;
  /** `AddNote` */
  readonly method: string;
  /** `addNote` */
  readonly local: string;
  /** `add-note` */
  readonly kebab: string;
  /** `processes:add-note` */
  readonly permission: string;
  /** `/v1/admin/processes/add-note` */
  readonly path: string;
  /** Names of the records that a stateful operation stores: its own name without the verb, so `AddNote` stores notes. */
  readonly kept: Kept;
}

interface Kept {
  /** `Note` */
  readonly one: string;
  /** `Notes` */
  readonly many: string;
  /** `note` */
  readonly file: string;
  /** `notes` */
  readonly table: string;
}

/** A wrong argument of the program, with a text that says what to write instead. */
export class WrongName extends Error {}

/** @throws WrongName */
export function namesOf(registry: FileRegistry, serviceName: string, method: string): Names {
  const service = serviceOf(servicesOf(registry), serviceName);
  const words = wordsOf(method);
  const right = words.map(capital).join("");
  if (method !== right || words.length === 0) {
    throw new WrongName(`${method} is no name of a method. Write ${right || "one such as AddNote"}.`);
  }
  const { typeName, methods } = service;
  if (methods.some(({ name }) => name === method)) throw new WrongName(`${typeName} has ${method} already.`);
  const packageName = typeName.slice(0, typeName.lastIndexOf("."));
  for (const message of [`${method}Request`, `${method}Response`]) {
    if (registry.getMessage(`${packageName}.${message}`) !== undefined) {
      throw new WrongName(`${packageName} has a message ${message} already. Choose another name.`);
    }
  }
  const kebab = words.join("-");
  const noun = words.length > 1 ? words.slice(1) : words;
  const many = [...noun.slice(0, -1), pluralOf(noun.at(-1) as string)];
  const one = [...noun.slice(0, -1), singularOf(noun.at(-1) as string)];
  return {
    service,
    method,
    local: kebab.replaceAll(/-./g, (start) => start.charAt(1).toUpperCase()),
    kebab,
    permission: `${getOption(methods[0] as DescMethod, permission).split(":")[0]}:${kebab}`,
    path: `${commonFolder(methods.map(pathOf))}/${kebab}`,
    kept: {
      one: one.map(capital).join(""),
      many: many.map(capital).join(""),
      file: one.join("-"),
      table: many.join("_"),
    },
  };
}

function serviceOf(services: readonly DescService[], asked: string): DescService {
  // `geocode.GeocodeService` means `geocode.v1.GeocodeService`, since there is one version.
  const found = services.find(({ typeName }) => typeName === asked || typeName.replace(".v1.", ".") === asked);
  if (found !== undefined) return found;
  const names = services.map(({ typeName }) => typeName);
  throw new WrongName(
    `There is no service ${asked}. Did you mean ${nearest(asked, names)}?\nThere are: ${names.join(", ")}.`,
  );
}

function nearest(asked: string, names: readonly string[]): string | undefined {
  const last = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const distances = names.map((name) => [distance(last(asked), last(name)), name] as const);
  return distances.sort(([a], [b]) => a - b)[0]?.[1];
}

/** Returns the number of letters to insert, remove or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    }
  }
  return row[b.length] as number;
}

/** Returns the words of a name in lower case: the same for `addNote`, `add_note` and `AddNote`. */
function wordsOf(name: string): string[] {
  return name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pluralOf(noun: string): string {
  if (/[^s]s$/.test(noun)) return noun;
  return /ss$|x$|ch$/.test(noun) ? `${noun}es` : noun.replace(/([^aeiou])y$/, "$1ie").concat("s");
}

function singularOf(noun: string): string {
  return noun
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch)es$/, "$1")
    .replace(/([^s])s$/, "$1");
}

function pathOf(method: DescMethod): string {
  return getOption(method, http).pattern.value as string;
}

/** Returns the common folder of paths: `/v1/geocode` for `/v1/geocode/encode` and `/v1/geocode/decode`. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/"));
  const isCommon = (segment: string, index: number) => others.every((path) => path[index] === segment);
  const end = first.findIndex((segment, index) => /[{:]/.test(segment) || !isCommon(segment, index));
  return first.slice(0, end === -1 ? undefined : end).join("/");
}
