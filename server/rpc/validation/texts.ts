import { type DescField, getOption, ScalarType } from "@bufbuild/protobuf";
import { Form, form } from "#contract/text/v1/text_pb.js";
import { type TextForm, unreadableSign } from "../../core/readable-text.ts";
import type { Check } from "./issue.ts";

/** Fields that only look something up: their texts are neither stored nor shown. */
const lookup = /(?:^|_)id$|^sender$/;

/** Returns the form of the texts of a field; undefined for opaque ones such as secrets and ids. */
export function formOf(field: DescField): TextForm | undefined {
  const declared = getOption(field, form);
  if (lookup.test(field.name)) return undefined;
  if (declared === Form.OPAQUE || field.proto.options?.debugRedact === true) return undefined;
  return declared === Form.PARAGRAPHS ? "paragraphs" : "line";
}

/** Compiles the check that a text has no invisible or misleading characters. */
export function readableCheck(textForm: TextForm | undefined): Check | undefined {
  if (textForm === undefined) return undefined;
  return (value) => {
    const sign = unreadableSign(value as string, textForm);
    return sign === undefined ? undefined : `must have no ${sign}: people could not see the text for what it is`;
  };
}

/** Compiles the checks of the names and values of a map of texts. */
export function compileEntryChecks(field: DescField): { readonly name?: Check; readonly value?: Check } | undefined {
  if (field.fieldKind !== "map" || formOf(field) === undefined) return undefined;
  const name = field.mapKey === ScalarType.STRING ? readableCheck("line") : undefined;
  const value = field.scalar === ScalarType.STRING ? readableCheck(formOf(field)) : undefined;
  return name === undefined && value === undefined ? undefined : { ...(name && { name }), ...(value && { value }) };
}
