import { isFieldSet, type Registry } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import {
  type DescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { inBrackets, optionList } from "./option-list.ts";

/** Creates a function that prints the fields and extensions of a file with this syntax. */
export function createFieldPrinter(syntax: string, registry: Registry) {
  return (field: FieldDescriptorProto, message?: DescriptorProto): string => {
    const options = optionList(FieldOptionsSchema, field.options, registry);
    if (field.defaultValue !== "") options.unshift(`default = ${defaultOf(field)}`);
    const isRenamed = field.jsonName !== "" && field.jsonName !== protoCamelCase(field.name);
    if (isRenamed && field.extendee === "") options.unshift(`json_name = "${field.jsonName}"`);
    return `${typeOf(field, message)} ${field.name} = ${field.number}${inBrackets(options)};`;
  };

  /** Returns the type of a field, after its label if it needs one. */
  function typeOf(field: FieldDescriptorProto, message: DescriptorProto | undefined): string {
    const entry = message?.nestedType.find(
      ({ name, options }) => options?.mapEntry && field.typeName.endsWith(`.${name}`),
    );
    if (entry !== undefined) {
      const [key, value] = entry.field as [FieldDescriptorProto, FieldDescriptorProto];
      return `map<${nameOf(key)}, ${nameOf(value)}>`;
    }
    if (field.label === Label.REPEATED) return `repeated ${nameOf(field)}`;
    if (field.label === Label.REQUIRED) return `required ${nameOf(field)}`;
    const isLabelled = field.proto3Optional || (syntax !== "proto3" && oneofOf(field) === undefined);
    return `${isLabelled ? "optional " : ""}${nameOf(field)}`;
  }
}

/**
 * Returns the index of the oneof that the .proto file declares around a field. An optional field of proto3 has an
 * undeclared one.
 */
export function oneofOf(field: FieldDescriptorProto): number | undefined {
  const isInOneof = isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex) && !field.proto3Optional;
  return isInOneof ? field.oneofIndex : undefined;
}

function nameOf({ name, type, typeName }: FieldDescriptorProto): string {
  if (type === Type.GROUP) throw new Error(`${name} is a group: teach print-field.ts to print it`);
  return typeName === "" ? Type[type].toLowerCase() : typeName;
}

/** Returns the default of a field. A descriptor has that of bytes in escaped form, and that of a string unescaped. */
function defaultOf({ type, defaultValue }: FieldDescriptorProto): string {
  if (type === Type.STRING) return JSON.stringify(defaultValue);
  return type === Type.BYTES ? `"${defaultValue}"` : defaultValue;
}
