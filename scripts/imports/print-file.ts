import type { Registry } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  EnumOptionsSchema,
  EnumValueOptionsSchema,
  ExtensionRangeOptionsSchema,
  type FieldDescriptorProto,
  type FileDescriptorProto,
  FileOptionsSchema,
  MessageOptionsSchema,
  type OneofDescriptorProto,
  OneofOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { inBrackets, optionList } from "./option-list.ts";
import { createFieldPrinter, oneofOf } from "./print-field.ts";

/**
 * Prints a descriptor as a .proto file, from which a compiler makes the same descriptor. The registry knows the options
 * that it uses.
 *
 * @throws Error if the descriptor contains something that no import has so far: services, groups, editions
 */
export function printFile(file: FileDescriptorProto, registry: Registry): string {
  const { syntax, name } = file;
  if (syntax === "editions") throw new Error(`${name} is written in an edition: teach print-file.ts to print it`);
  if (file.service.length > 0) throw new Error(`${name} declares services: teach print-file.ts to print them`);
  const print = createPrinter(file, registry);
  const apart = (declaration: string[]) => ["", ...declaration];
  return [
    `syntax = "${syntax || "proto2"}";`,
    "",
    `package ${file.package};`,
    ...file.dependency.map(
      (path, index) => `import ${file.publicDependency.includes(index) ? "public " : ""}"${path}";`,
    ),
    ...optionList(FileOptionsSchema, file.options, registry).map(statement),
    ...file.enumType.map(print.enumeration).flatMap(apart),
    ...file.messageType.map(print.message).flatMap(apart),
    ...apart(print.extensions(file.extension)),
    "",
  ].join("\n");
}

const statement = (option: string) => `option ${option};`;

function createPrinter({ syntax }: FileDescriptorProto, registry: Registry) {
  const printField = createFieldPrinter(syntax, registry);

  function enumeration(declared: EnumDescriptorProto): string[] {
    return [
      `enum ${declared.name} {`,
      ...optionList(EnumOptionsSchema, declared.options, registry).map(statement),
      ...declared.value.map(
        ({ name, number, options }) =>
          `${name} = ${number}${inBrackets(optionList(EnumValueOptionsSchema, options, registry))};`,
      ),
      // The range of an enum includes its end.
      ...declared.reservedRange.map(({ start, end }) => `reserved ${range(start, end, 0x7fffffff)};`),
      ...declared.reservedName.map((name) => `reserved "${name}";`),
      "}",
    ];
  }

  function message(declared: DescriptorProto): string[] {
    const nested = declared.nestedType.filter(({ options }) => options?.mapEntry !== true);
    return [
      `message ${declared.name} {`,
      ...optionList(MessageOptionsSchema, declared.options, registry).map(statement),
      ...declared.enumType.flatMap(enumeration),
      ...nested.flatMap(message),
      ...members(declared),
      ...declared.extensionRange.map(({ start, end, options }) => {
        const listed = inBrackets(optionList(ExtensionRangeOptionsSchema, options, registry));
        return `extensions ${range(start, end - 1, 0x1fffffff)}${listed};`;
      }),
      ...declared.reservedRange.map(({ start, end }) => `reserved ${range(start, end - 1, 0x1fffffff)};`),
      ...declared.reservedName.map((name) => `reserved "${name}";`),
      ...extensions(declared.extension),
      "}",
    ];
  }

  /** Prints fields in their order, and the fields of a oneof inside it. */
  function members(declared: DescriptorProto): string[] {
    return declared.field.flatMap((field, index, all) => {
      const place = oneofOf(field);
      if (place === undefined) return [printField(field, declared)];
      if (all.findIndex((other) => oneofOf(other) === place) < index) return [];
      const { name, options } = declared.oneofDecl[place] as OneofDescriptorProto;
      return [
        `oneof ${name} {`,
        ...optionList(OneofOptionsSchema, options, registry).map(statement),
        ...all.filter((other) => oneofOf(other) === place).map((other) => printField(other, declared)),
        "}",
      ];
    });
  }

  function extensions(declared: readonly FieldDescriptorProto[]): string[] {
    return declared.flatMap((field) => [`extend ${field.extendee} {`, printField(field), "}"]);
  }

  return { enumeration, message, extensions };
}

function range(first: number, last: number, max: number): string {
  return first === last ? String(first) : `${first} to ${last === max ? "max" : last}`;
}
