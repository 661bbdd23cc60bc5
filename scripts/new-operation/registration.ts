import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { type Names, WrongName } from "./names.ts";
import { camel, type Files, importOf } from "./templates.ts";

/** The object that collects the operations of a service. */
export interface OperationTable {
  readonly file: string;
  readonly source: ts.SourceFile;
  /** The object with an operation for every method. */
  readonly object: ts.ObjectLiteralExpression;
  /** The function that returns it; undefined for a constant, which has no store. */
  readonly factory: ts.FunctionDeclaration | undefined;
}

/** Finds the table of operations whose type covers a whole service. @throws WrongName */
export function operationTableOf(service: string): OperationTable {
  for (const file of globSync("server/{access,modules/*}/**/*.ts").sort()) {
    const text = readFileSync(file, "utf8");
    if (!text.includes(`Operations<typeof ${service}>`)) continue;
    const source = sourceOf(file, text);
    const alias = new RegExp(`^type (\\w+) = Operations<typeof ${service}>;`, "m").exec(text)?.[1];
    const isWhole = (type: ts.TypeNode | undefined) =>
      [`Operations<typeof ${service}>`, alias].includes(type?.getText(source) ?? "");
    const object = find(source, (node) => {
      if (ts.isSatisfiesExpression(node) && isWhole(node.type)) return objectIn(node.expression);
      if (ts.isFunctionDeclaration(node) && isWhole(node.type))
        return objectIn(node.body?.statements.findLast(ts.isReturnStatement)?.expression);
      return undefined;
    });
    if (object === undefined) continue;
    const factory = ts.findAncestor(object, ts.isFunctionDeclaration);
    return { file, source, object, factory };
  }
  throw new WrongName(
    `No table has the operations of ${service}: server/modules has no Operations<typeof ${service}>.`,
  );
}

/** Adds the operation to its table: a stateful one with its store, the last parameter of the table's function. */
export function withOperation(
  { local, kept }: Names,
  files: Files,
  table: OperationTable,
  isStateful: boolean,
): [string, string] {
  const { file, source, object, factory } = table;
  const added = `import { ${local} } from "${importOf(file, files.operation)}";\n`;
  if (!isStateful || factory === undefined) {
    return [file, changed(source, [[0, added], inserted(object.properties, local)])];
  }
  const store = camel(kept.many);
  if (factory.parameters.some((parameter) => new RegExp(`\\b${store}\\b`).test(parameter.name.getText(source)))) {
    throw new WrongName(`${factory.name?.text} has \`${store}\` already. Choose a name that ends with another noun.`);
  }
  const type = `import type { ${kept.many} } from "${importOf(file, files.domain)}";\n`;
  const parameter = inserted(factory.parameters, `${store}: ${kept.many}`);
  const property = inserted(object.properties, `${local}: ${local}(${store})`);
  return [file, changed(source, [[0, added + type], parameter, property])];
}

/**
 * Passes the store to the table's function where the module opens it. Returns the file and its text.
 *
 * @throws WrongName
 */
export function withStore(
  { kept, service }: Names,
  files: Files,
  { file: tableFile, factory }: OperationTable,
): [string, string] {
  if (factory === undefined) throw new WrongName(`The operations of ${service.name} are pure. Leave --stateful out.`);
  const file = `${/^server\/(access|modules\/[^/]+)/.exec(tableFile)?.[0]}/module.ts`;
  const source = sourceOf(file, readFileSync(file, "utf8"));
  const call = find(source, (node) =>
    ts.isCallExpression(node) && node.expression.getText(source) === factory.name?.text ? node : undefined,
  );
  if (call === undefined) throw new WrongName(`${file} does not call ${factory.name?.text}: nothing hands it a store.`);
  if (!/\bdatabase: Database;/.test(source.text)) {
    throw new WrongName(`${file} has no database. Hand it one before its operations keep something.`);
  }
  const opener = ts.findAncestor(call, ts.isFunctionDeclaration) as ts.FunctionDeclaration;
  const isNamed = find(
    opener,
    (node) => (ts.isBindingElement(node) && node.name.getText(source) === "database") || undefined,
  );
  const argument = inserted(call.arguments, `stored${kept.many}(${isNamed ? "database" : "deps.database"})`);
  const added = `import { stored${kept.many} } from "${importOf(file, files.store)}";\n`;
  return [file, changed(source, [[0, added], argument])];
}

function sourceOf(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function objectIn(expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  return expression !== undefined && ts.isObjectLiteralExpression(expression) ? expression : undefined;
}

function find<Found>(node: ts.Node, test: (node: ts.Node) => Found | undefined): Found | undefined {
  return test(node) ?? ts.forEachChild(node, (child) => find(child, test));
}

type Insertion = readonly [position: number, text: string];

function inserted(list: ts.NodeArray<ts.Node>, text: string): Insertion {
  return [list.end, list.length === 0 || list.hasTrailingComma ? text : `, ${text}`];
}

function changed(source: ts.SourceFile, insertions: readonly Insertion[]): string {
  const fromTheEnd = insertions.toSorted(([a], [b]) => b - a);
  return fromTheEnd.reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), source.text);
}
