import type { Template } from "./template.ts";

/** What a path and verb lead to. */
export interface Match<Target> {
  readonly target: Target;
  /** Fields of the request that the path fills, by their names. */
  readonly variables: { readonly [field: string]: string };
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>;
  variable?: { readonly field: string; readonly node: Node<Target> };
  readonly targets: Map<string, Target>;
}

/** A trie of path templates. Literal segments are tried first; where they lead nowhere, the variable is. */
export class Router<Target> {
  readonly #root: Node<Target> = newNode();

  add(template: Template, target: Target): void {
    let node = this.#root;
    for (const segment of template.segments) {
      if ("literal" in segment) {
        const next = node.literals.get(segment.literal) ?? newNode<Target>();
        node.literals.set(segment.literal, next);
        node = next;
      } else {
        node.variable ??= { field: segment.field, node: newNode() };
        if (node.variable.field !== segment.field) {
          throw new Error(`two paths name the same segment ${node.variable.field} and ${segment.field}`);
        }
        node = node.variable.node;
      }
    }
    if (node.targets.has(template.verb)) throw new Error(`two methods are at the same ${template.verb} path`);
    node.targets.set(template.verb, target);
  }

  /** The path is as it came, without its query. Undefined when no method is there for this verb. */
  find(verb: string, path: string): Match<Target> | undefined {
    if (!path.startsWith("/")) return undefined;
    const variables: { [field: string]: string } = {};
    const target = search(this.#root, verb, path.slice(1).split("/"), 0, variables);
    return target === undefined ? undefined : { target, variables };
  }
}

function search<Target>(
  node: Node<Target>,
  verb: string,
  segments: readonly string[],
  at: number,
  variables: { [field: string]: string },
): Target | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.targets.get(verb);
  const literal = node.literals.get(segment);
  const found = literal && search(literal, verb, segments, at + 1, variables);
  if (found !== undefined || node.variable === undefined || segment === "") return found;
  const decoded = decodeSegment(segment);
  if (decoded === undefined) return undefined;
  variables[node.variable.field] = decoded;
  return search(node.variable.node, verb, segments, at + 1, variables);
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function newNode<Target>(): Node<Target> {
  return { literals: new Map(), targets: new Map() };
}
