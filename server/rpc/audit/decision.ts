import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import {
  Audited,
  audited as auditedOption,
  Open,
  open as openOption,
  owner as ownerOption,
} from "#contract/access/v1/access_pb.js";

/**
 * Returns which calls of a method are recorded.
 *
 * @throws Error for a method that must say so and does not, or for a stream that says that its calls are recorded
 */
export function auditDecision(method: DescMethod): Audited {
  const decision = getOption(method, auditedOption);
  if (decision === Audited.UNSPECIFIED && mustDecide(method)) {
    throw new Error(`${method.toString()} is for administrators, and declares no access.v1.audited`);
  }
  if (method.methodKind !== "unary" && decision > Audited.NEVER) {
    throw new Error(`${method.toString()} is a stream, whose calls are not recorded: declare AUDITED_NEVER`);
  }
  return decision;
}

/** Whether a method belongs to the services for administrators, whose refused calls are failed sign-ins. */
export function isAdministrative({ parent }: DescMethod): boolean {
  return parent.file.proto.package === "admin.v1";
}

function mustDecide(method: DescMethod): boolean {
  if (getOption(method, openOption) !== Open.UNSPECIFIED) return false;
  const isForOwners = getOption(method, ownerOption) !== "";
  return isAdministrative(method) || (!isForOwners && method.idempotency !== Level.NO_SIDE_EFFECTS);
}
