import { type DescMethodUnary, getOption, type Message } from "@bufbuild/protobuf";
import {
  Open,
  open as openOption,
  owner as ownerOption,
  permission as permissionOption,
} from "../../gen/es/access/v1/access_pb.js";
import { Fault } from "../core/fault.ts";
import { holdsPermission, type Principal } from "./principal.ts";

/** Who may call a method. */
export interface Access {
  readonly permission: string;
  /** Whether everybody may call it, without credentials too. */
  readonly isOpen: boolean;
  readonly isOpenToSessions: boolean;
  /** The member of the request that names the identity whose sessions may call it too. */
  readonly owner: string | undefined;
}

/** Throws when the caller may not have what a request asks for. */
export type Check = (message: Message) => void;

/** @throws Error for a method without a permission, or whose owner is no text of its request */
export function compileAccess(method: DescMethodUnary, openRegistration: boolean): Access {
  const permission = getOption(method, permissionOption);
  if (permission === "") throw new Error(`${method.toString()} declares no permission`);
  const open = getOption(method, openOption);
  return {
    permission,
    isOpen: open === Open.ALWAYS || (open === Open.FOR_REGISTRATION && openRegistration),
    isOpenToSessions: open === Open.TO_SESSIONS,
    owner: ownerOf(method),
  };
}

function ownerOf(method: DescMethodUnary): string | undefined {
  const name = getOption(method, ownerOption);
  if (name === "") return undefined;
  const field = method.input.fields.find((candidate) => candidate.name === name);
  if (field?.fieldKind !== "scalar") throw new Error(`${method.toString()}: there is no field ${name} for an owner`);
  return field.localName;
}

/**
 * Refuses a principal that may not call. One that may call for itself alone gets a check of its request.
 *
 * @throws Fault PERMISSION_DENIED
 */
export function permit({ permissions, session }: Principal, access: Access): Check | undefined {
  if (access.isOpen || holdsPermission(permissions, access.permission)) return undefined;
  if (session === undefined) throw notPermitted(access.permission);
  if (access.isOpenToSessions) return undefined;
  const { owner, permission } = access;
  if (owner === undefined) throw notPermitted(permission);
  // Whether there is such an identity is not for others to know: the answer is the same.
  return (message) => {
    if ((message as unknown as { [member: string]: unknown })[owner] !== session.identityId) {
      throw notPermitted(permission);
    }
  };
}

function notPermitted(permission: string): Fault {
  return new Fault("PERMISSION_DENIED", `These credentials lack the permission ${permission}.`, {
    requiredPermission: permission,
  });
}
