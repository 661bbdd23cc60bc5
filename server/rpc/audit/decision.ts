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
    throw new Error(
      `${method.toString()} changes something or is for administrators, and declares no access.v1.audited`,
    );
  }
  if (method.methodKind !== "unary" && decision > Audited.NEVER) {
    throw new Error(`${method.toString()} is a stream, whose calls are not recorded: declare AUDITED_NEVER`);
  }
  return decision;
}

/**
 * Whether a method is for administrators, so that its refused calls are failed sign-ins: those of `admin.v1`, and streams
 * that nobody has without a permission.
 */
export function isForAdministrators(method: DescMethod): boolean {
  return isAdministrative(method) || (method.methodKind !== "unary" && !isOpen(method) && !hasOwner(method));
}

function isAdministrative({ parent }: DescMethod): boolean {
  return parent.file.proto.package === "admin.v1";
}

function isOpen(method: DescMethod): boolean {
  return getOption(method, openOption) !== Open.UNSPECIFIED;
}

function hasOwner(method: DescMethod): boolean {
  return getOption(method, ownerOption) !== "";
}

function mustDecide(method: DescMethod): boolean {
  if (isOpen(method)) return false;
  return isAdministrative(method) || method.idempotency !== Level.NO_SIDE_EFFECTS;
}
