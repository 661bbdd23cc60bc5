import { type DescField, type DescMethod, getOption, type Message } from "@bufbuild/protobuf";
import {
  Open,
  open as openOption,
  owner as ownerOption,
  permission as permissionOption,
} from "#contract/access/v1/access_pb.js";
import { Fault } from "../core/fault.ts";
import type { PublicAccess } from "./handler.ts";
import { oncePerMethod } from "./once-per-method.ts";
import { holdsPermission, type Principal } from "./principal.ts";
import { rulesOf } from "./validation/rules.ts";

/** Access rules of a method. */
export interface Access {
  readonly permission: string;
  /** Whether anyone may call it, even without credentials. */
  readonly isOpen: boolean;
  /** Whether calls count against their caller's plan; if not, credentials are not read. */
  readonly isLimited: boolean;
  readonly isOpenToSessions: boolean;
  /** Member of the request with the identity whose sessions may also call the method. */
  readonly owner: Owner | undefined;
}

interface Owner {
  readonly member: string;
  /** Whether the validation refuses a request without it. */
  readonly isRequired: boolean;
}

/** Throws if the caller may not make this request. */
export type Check = (message: Message) => void;

/** Returns the open methods of this server, by the kind of opening that its settings turn on. */
export function openMethods(isOn: { readonly registration: boolean }): ReadonlySet<Open> {
  return new Set([Open.ALWAYS, ...(isOn.registration ? [Open.FOR_REGISTRATION] : [])]);
}

/** @throws Error for a method without a permission, or whose owner is not a scalar field of its request */
export function compileAccess(method: DescMethod, openToAll: ReadonlySet<Open>, given?: PublicAccess): Access {
  if (given !== undefined) {
    return { permission: "", isOpen: true, isOpenToSessions: true, owner: undefined, isLimited: given.isLimited };
  }
  const { open, ...declared } = declaredAccess(method);
  return { ...declared, isOpen: openToAll.has(open), isLimited: true, isOpenToSessions: open === Open.TO_SESSIONS };
}

const declaredAccess = oncePerMethod((method) => {
  const permission = getOption(method, permissionOption);
  if (permission === "") throw new Error(`${method.toString()} declares no permission`);
  return { permission, open: getOption(method, openOption), owner: ownerOf(method) };
});

/** Permissions of the methods of services, with their areas (`geocode:*`) and `*`. */
export function grantsOf(services: Iterable<{ readonly methods: readonly DescMethod[] }>): Set<string> {
  const grants = new Set(["*"]);
  for (const { methods } of services) {
    for (const method of methods) {
      const permission = getOption(method, permissionOption);
      grants.add(permission).add(`${permission.slice(0, permission.indexOf(":"))}:*`);
    }
  }
  return grants;
}

function ownerOf(method: DescMethod): Access["owner"] {
  const name = getOption(method, ownerOption);
  if (name === "") return undefined;
  const field = method.input.fields.find((candidate) => candidate.name === name);
  if (field?.fieldKind !== "scalar") throw new Error(`${method.toString()}: there is no field ${name} for an owner`);
  return { member: field.localName, isRequired: isRequiredText(field) };
}

function isRequiredText(field: DescField): boolean {
  const rules = rulesOf(field);
  return rules?.required === true && rules.type.case === "string" && rules.type.value.minLen > 0n;
}

/**
 * Checks whether a principal may call a method. Returns a check of the request if it may call only for itself.
 *
 * @throws Fault PERMISSION_DENIED
 */
export function permit({ permissions, session }: Principal, access: Access): Check | undefined {
  if (access.isOpen || holdsPermission(permissions, access.permission)) return undefined;
  if (session === undefined) throw notPermitted(access.permission);
  if (access.isOpenToSessions) return undefined;
  const { owner, permission } = access;
  const { ownPermissions } = session;
  if (owner === undefined || (ownPermissions !== undefined && !holdsPermission(ownPermissions, permission)))
    throw notPermitted(permission);
  return (message) => {
    const named = (message as unknown as { [member: string]: unknown })[owner.member];
    // Validation reports this more precisely. Where the member is optional, its absence means all identities.
    if (named === "" && owner.isRequired) return;
    // The answer does not reveal whether the identity exists.
    if (named !== session.identityId) throw notPermitted(permission);
  };
}

function notPermitted(permission: string): Fault {
  const message = `These credentials are valid, but lack the permission ${permission}; use others that have it.`;
  return new Fault("PERMISSION_DENIED", message, {
    requiredPermission: permission,
  });
}
