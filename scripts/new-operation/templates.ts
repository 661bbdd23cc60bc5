import { dirname, relative } from "node:path";
import type { Names } from "./names.ts";

/** Returns the path with which a file imports another. */
export function importOf(from: string, file: string): string {
  const path = relative(dirname(from), file);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Files of a new operation, before anybody has written it. */
export interface Files {
  readonly operation: string;
  readonly test: string;
  readonly domain: string;
  readonly store: string;
  readonly migration: string;
}

const notWritten = ({ method }: Names) => `throw new Error("${method} is not written yet");`;

export function operationText(names: Names, files: Files, isStateful: boolean): string {
  const { service, local, kept } = names;
  const from = (file: string) => importOf(files.operation, file);
  const type = `Operations<typeof ${service.name}>["${local}"]`;
  const imports = `import type { ${service.name} } from "${generated(names)}";
import type { Operations } from "${from("server/rpc/operations.ts")}";`;
  const stateless = `${imports}

/** Is not written yet: say what it does. */
export const ${local}: ${type} = () => {
  ${notWritten(names)}
};
`;
  const stateful = `${imports}
import type { ${kept.many} } from "${from(files.domain)}";

/** Is not written yet: say what it does. */
export function ${local}(${camel(kept.many)}: ${kept.many}): ${type} {
  return async ({ text }) => {
    await ${camel(kept.many)}.add({ id: randomUUID(), text, createdAt: new Date() });
    ${notWritten(names)}
  };
}
`;
  return isStateful ? `import { randomUUID } from "node:crypto";\n${stateful}` : stateless;
}

export function domainText({ kept }: Names): string {
  return `/** Is not written yet: say what it is. */
export interface ${kept.one} {
  readonly id: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** Port: what is kept of them. */
export interface ${kept.many} {
  add(${camel(kept.one)}: ${kept.one}): Promise<void>;
}
`;
}

export function storeText({ kept }: Names, { store, domain }: Files): string {
  const one = camel(kept.one);
  const from = (file: string) => importOf(store, file);
  return `import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn, into } from "${from("server/database/column-list.ts")}";
import { momentColumn } from "${from("server/database/columns.ts")}";
import type { Database } from "${from("server/database/source.ts")}";
import type { ${kept.one}, ${kept.many} } from "${from(domain)}";

/** The table \`${kept.table}\`. */
export const ${one}Rows = new EntitySchema<${kept.one}>({
  name: "${kept.one}",
  tableName: "${kept.table}",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    text: { type: "varchar", length: 200 },
    createdAt: { ...momentColumn, name: "created_ms" },
  } satisfies EveryColumn<${kept.one}>,
});

const columns = columnsOf(${one}Rows);

/** Is not written yet: say what they are. */
export function stored${kept.many}(database: Database): ${kept.many} {
  return {
    async add(${one}) {
      await database.transact((writer) => writer.query(\`INSERT \${into(columns)}\`, columns.values(${one})));
    },
  };
}
`;
}

export function migrationText({ kept }: Names, className: string): string {
  return `import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** Creates the table \`${kept.table}\`. */
export class ${className} implements MigrationInterface {
  readonly name = "${className}";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "${kept.table}",
        columns: [
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "text", type: "varchar", length: "200" },
          { name: "created_ms", type: "bigint" },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("${kept.table}");
  }
}
`;
}

export function testText({ method, path }: Names, { test }: Files): string {
  const from = (file: string) => importOf(test, file);
  return `import { expect, test } from "vitest";
import { onEveryServer } from "${from("test/support/every-server.ts")}";

onEveryServer("${method}", ({ server }) => {
  test("is not written yet: say what it promises", async () => {
    const { body } = await server().post("${path}", { text: "one" });
    expect(body, "${method} is not written yet. Say here what it answers").toEqual({});
  });
});
`;
}

/** Returns the path of the generated code of the service's file. */
function generated({ service }: Names): string {
  return `#contract/${service.file.name.replace(/^platonic\//, "")}_pb.js`;
}

export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
