import { create, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import type { Issue } from "../../../server/rpc/validation/issue.ts";
import { rulesOf } from "../../../server/rpc/validation/rules.ts";
import { compileValidator } from "../../../server/rpc/validation/validate.ts";
import { contractServices } from "../../support/contract-services.ts";
import { legitimateTexts, unreadableTexts } from "../../support/texts.ts";

/** Fields of requests whose texts may be anything, and why. */
const opaque: Readonly<Record<string, string>> = {
  "geocode.v1.VectorMap.vectors": "goes back to the caller alone, who has written it",
  "host.v1.GetUserRecordRequest.user_name": "is looked up: systemd asks for names that others have typed",
  "host.v1.GetGroupRecordRequest.group_name": "is looked up",
  "host.v1.GetMembershipsRequest.user_name": "is looked up",
  "host.v1.GetMembershipsRequest.group_name": "is looked up",
  "identity.v1.DecideComplianceRequest.payload": "is signed by another party, and read as JSON that nobody is shown",
};

/** Fields whose texts may have line breaks and tabs, because people write paragraphs there. */
const paragraphs = ["identity.v1.DecideCaseRequest.reason", "identity.v1.OfferAgreementRequest.text"];

/** Whether nobody is ever shown the texts of a field: a secret, or an id, which is looked up and not kept. */
const isUnseen = ({ proto, name }: DescField) =>
  proto.options?.debugRedact === true || /^(?:id|[a-z_]+_id|sender)$/.test(name);

const services = await contractServices();

const fields = services
  .flatMap(({ methods }) => methods)
  .flatMap(({ input }) => textsOf(input, []))
  .filter(({ field }) => !isUnseen(field) && opaque[nameOf(field)] === undefined);

describe.each(fields.map((one) => [`${one.root.typeName}: ${one.path}`, one] as const))("%s", (_, one) => {
  const mayBreak = paragraphs.includes(nameOf(one.field));

  test.each(unreadableTexts.filter(([, text]) => !(mayBreak && text.includes("\n"))))("refuses %s", (_name, text) => {
    expect(problemsOf(one, text)).not.toEqual([]);
  });

  test.skipIf(rulesOf(one.field)?.type.case === "string" && patternOf(one.field) !== "")(
    "lets legitimate texts be, as far as their lengths are right",
    () => {
      for (const [, text] of legitimateTexts) {
        expect(problemsOf(one, text).filter((message) => !/must be a text of/.test(message))).toEqual([]);
      }
    },
  );
});

test("every field that may hold anything is one of the contract", () => {
  const all = services.flatMap(({ methods }) => methods).flatMap(({ input }) => textsOf(input, []));
  const names = new Set(all.map(({ field }) => nameOf(field)));
  expect([...Object.keys(opaque), ...paragraphs].filter((name) => !names.has(name))).toEqual([]);
});

function nameOf(field: DescField): string {
  return `${field.parent.typeName}.${field.name}`;
}

/** A field with texts in a request, reached through the fields before it. */
interface TextField {
  readonly root: DescMessage;
  readonly way: readonly DescField[];
  readonly field: DescField;
  readonly path: string;
}

function textsOf(root: DescMessage, way: readonly DescField[], message = root): TextField[] {
  if (message.typeName.startsWith("google.protobuf.")) return [];
  return message.fields.flatMap((field): TextField[] => {
    const path = [...way, field].map(({ name }) => name).join(".");
    const hasTexts =
      field.scalar === ScalarType.STRING || (field.fieldKind === "map" && field.mapKey === ScalarType.STRING);
    const own = hasTexts ? [{ root, way, field, path }] : [];
    return field.message === undefined ? own : [...own, ...textsOf(root, [...way, field], field.message)];
  });
}

/** Messages of the issues of a request whose only content is a text in one field. */
function problemsOf({ root, way, field }: TextField, text: string): string[] {
  const issues: Issue[] = [];
  let content: unknown = contentOf(field, text);
  for (const [index, step] of [...way.entries()].toReversed()) {
    const within = create(step.message as DescMessage);
    put(within, way[index + 1] ?? field, content);
    content = step.fieldKind === "list" ? [within] : step.fieldKind === "map" ? { a: within } : within;
  }
  const request = create(root);
  put(request, way[0] ?? field, content);
  compileValidator(root)?.(request, "", issues);
  return issues.map(({ message }) => message).filter((message) => !/is required$/.test(message));
}

function put(message: object, field: DescField, content: unknown): void {
  const name = field.oneof === undefined ? field.localName : field.oneof.localName;
  const value = field.oneof === undefined ? content : { case: field.localName, value: content };
  (message as Record<string, unknown>)[name] = value;
}

function contentOf(field: DescField, text: string): unknown {
  if (field.fieldKind === "list") return [text];
  if (field.fieldKind !== "map") return text;
  return field.scalar === ScalarType.STRING ? { a: text } : { [text]: create(field.message as DescMessage) };
}

function patternOf(field: DescField): string {
  const type = rulesOf(field)?.type;
  return type?.case === "string" ? type.value.pattern : "";
}
