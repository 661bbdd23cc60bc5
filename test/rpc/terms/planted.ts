import { clone, create, type DescMethod, type MessageInitShape, setExtension } from "@bufbuild/protobuf";
import {
  type MethodOptions_IdempotencyLevel as Level,
  MethodDescriptorProtoSchema,
  type MethodOptions,
  MethodOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { idempotency_key as keyOption } from "#contract/access/v1/access_pb.js";
import { TermsSchema, terms as termsOption } from "#contract/call/v1/call_pb.js";
import { declaredTerms } from "../../../server/rpc/terms/terms.ts";

export interface Planted {
  /** Members that replace those of the declared terms; null: no terms at all. */
  readonly terms?: MessageInitShape<typeof TermsSchema> | null;
  readonly takesKey?: boolean;
  readonly idempotency?: Level;
}

/** Returns a copy of a method with other options, as if the contract declared them. */
export function planted<Method extends DescMethod>(method: Method, { terms, takesKey, idempotency }: Planted): Method {
  const proto = clone(MethodDescriptorProtoSchema, method.proto);
  const options: MethodOptions = proto.options ?? create(MethodOptionsSchema);
  if (terms === null) {
    options.$unknown = (options.$unknown ?? []).filter(({ no }) => no !== termsOption.number);
  } else if (terms !== undefined) {
    const { $typeName: _, ...declared } = declaredTerms(method) ?? create(TermsSchema);
    setExtension(options, termsOption, create(TermsSchema, { ...declared, ...terms } as never));
  }
  if (takesKey !== undefined) setExtension(options, keyOption, takesKey);
  proto.options = options;
  return Object.create(method, {
    proto: { value: proto },
    idempotency: { value: idempotency ?? method.idempotency },
  }) as Method;
}
