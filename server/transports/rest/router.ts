import { RouteProblem, type Template, type Variable } from "./template.ts";

/** Result of a lookup. */
export interface Match<Target> {
  readonly target: Target;
  /** Values of the template's variables, decoded, in order. */
  readonly values: readonly string[];
}

/** One verb at the end of a path. */
interface Endpoint<Target> {
  /** `*` stands for every verb. */
  readonly verb: string;
  readonly colonVerb: string;
  readonly variables: readonly Variable[];
  /** Title of the route, for errors about collisions. */
  readonly owner: string;
  /** Match of a path without variables, which is always the same. */
  readonly match: Match<Target>;
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>;
  any?: Node<Target>;
  /** Endpoints of templates that end here; those for every verb last. */
  readonly ends: Endpoint<Target>[];
  /** Endpoints of templates that end in `**` here. */
  readonly rests: Endpoint<Target>[];
}

const noValues: readonly string[] = [];

/**
 * A trie of path templates. Among the templates that match a path and serve the verb, the most literal one wins, from
 * left to right: a literal before `*` before `**`; and a named verb before `*`. A template does not hide others from a
 * verb that it does not serve. Paths without variables are found without the trie.
 */
export class Router<Target> {
  readonly #fixed = new Map<string, Endpoint<Target>[]>();
  readonly #root: Node<Target> = newNode();
  readonly #colonVerbs = new Set<string>();
  readonly #verbs = new Set<string>();

  /** @throws RouteProblem if another target has the same paths and verb */
  add(verb: string, template: Template, owner: string, target: Target): void {
    const { colonVerb, variables } = template;
    const endpoint = { verb, colonVerb, variables, owner, match: { target, values: noValues } };
    const last = template.segments.at(-1);
    const node = this.#nodeAt(template);
    insert(endpoint, last === "**" ? node.rests : node.ends);
    this.#verbs.add(verb);
    if (colonVerb !== "") this.#colonVerbs.add(colonVerb);
    for (const path of fixedPaths(template)) {
      const endpoints = this.#fixed.get(path) ?? [];
      this.#fixed.set(path, endpoints);
      insert(endpoint, endpoints);
    }
  }

  #nodeAt({ segments }: Template): Node<Target> {
    let node = this.#root;
    for (const segment of segments) {
      if (segment === "**") return node;
      if (segment === "*") {
        node.any ??= newNode();
        node = node.any;
      } else {
        const next: Node<Target> = node.literals.get(segment.encoded) ?? newNode();
        node.literals.set(segment.encoded, next).set(segment.literal, next);
        node = next;
      }
    }
    return node;
  }

  /** Finds the target of a verb and a raw path without query; undefined if there is none. */
  find(verb: string, path: string): Match<Target> | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) {
      for (let i = 0; i < fixed.length; i++) {
        const endpoint = fixed[i] as Endpoint<Target>;
        if (endpoint.verb === verb || endpoint.verb === "*") return endpoint.match;
      }
    }
    return path.startsWith("/") ? this.#search(verb, path.slice(1)) : undefined;
  }

  /** Returns the verbs that have a target at a raw path; empty if no template matches it. */
  verbsAt(path: string): string[] {
    return [...this.#verbs].filter((verb) => this.find(verb, path) !== undefined);
  }

  /** Searches the trie. A colon is data, as in `did:key:abc`, unless a template with that verb matches. */
  #search(verb: string, path: string): Match<Target> | undefined {
    const colon = path.lastIndexOf(":");
    const colonVerb = path.slice(colon + 1);
    if (colon !== -1 && this.#colonVerbs.has(colonVerb)) {
      const segments = path.slice(0, colon).split("/");
      const endpoint = search(this.#root, verb, colonVerb, segments, 0);
      if (endpoint !== undefined) return matchOf(endpoint, segments);
    }
    const segments = path.split("/");
    const endpoint = search(this.#root, verb, "", segments, 0);
    return endpoint && matchOf(endpoint, segments);
  }
}

/** Returns both forms of a path without variables or wildcards: literal and percent-encoded. */
function fixedPaths({ segments, variables, colonVerb }: Template): Set<string> {
  const paths = new Set<string>();
  if (variables.length > 0) return paths;
  let literal = "";
  let encoded = "";
  for (const segment of segments) {
    if (typeof segment === "string") return paths;
    literal += `/${segment.literal}`;
    encoded += `/${segment.encoded}`;
  }
  const end = colonVerb === "" ? "" : `:${colonVerb}`;
  return paths.add(literal + end).add(encoded + end);
}

function insert<Target>(endpoint: Endpoint<Target>, endpoints: Endpoint<Target>[]): void {
  const { verb, colonVerb } = endpoint;
  const other = endpoints.find((candidate) => candidate.verb === verb && candidate.colonVerb === colonVerb);
  if (other !== undefined) throw new RouteProblem(`${other.owner} has the same paths`);
  if (verb === "*") endpoints.push(endpoint);
  else endpoints.unshift(endpoint);
}

/** Visits each node at most once, since a node is at one depth only. */
function search<Target>(
  node: Node<Target>,
  verb: string,
  colonVerb: string,
  segments: readonly string[],
  at: number,
): Endpoint<Target> | undefined {
  const segment = segments[at];
  if (segment === undefined) return pick(node.ends, verb, colonVerb) ?? pick(node.rests, verb, colonVerb);
  const literal = node.literals.get(segment);
  const found = literal && search(literal, verb, colonVerb, segments, at + 1);
  if (found !== undefined) return found;
  // A wildcard does not match an empty segment.
  const any = segment === "" ? undefined : node.any;
  return (any && search(any, verb, colonVerb, segments, at + 1)) ?? pick(node.rests, verb, colonVerb);
}

function pick<Target>(
  endpoints: readonly Endpoint<Target>[],
  verb: string,
  colonVerb: string,
): Endpoint<Target> | undefined {
  for (const endpoint of endpoints) {
    if (endpoint.colonVerb === colonVerb && (endpoint.verb === verb || endpoint.verb === "*")) return endpoint;
  }
  return undefined;
}

/** Decodes the values; undefined if one is not percent-encoded UTF-8, since no resource has such a name. */
function matchOf<Target>(endpoint: Endpoint<Target>, segments: readonly string[]): Match<Target> | undefined {
  if (endpoint.variables.length === 0) return endpoint.match;
  const values: string[] = [];
  for (const { from, to } of endpoint.variables) {
    const value = to === from + 1 ? decode(segments[from] as string) : decodeAllButSlashes(segments.slice(from, to));
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { target: endpoint.match.target, values };
}

/** Decodes a value of several segments. Encoded slashes stay encoded, to differ from those between segments. */
function decodeAllButSlashes(segments: readonly string[]): string | undefined {
  return decode(segments.join("/").replace(/%(?=2f)/gi, "%25"));
}

function decode(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function newNode<Target>(): Node<Target> {
  return { literals: new Map(), ends: [], rests: [] };
}
