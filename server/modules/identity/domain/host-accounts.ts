import { sha256 } from "../../../core/sha256.ts";
import type { Entries } from "./entries.ts";

/** An identity as a user of the host. */
export interface HostUser {
  readonly identityId: string;
  /** Username in its owner's spelling, which is a legal name on Unix. */
  readonly name: string;
  readonly uid: number;
}

/** Port: identities that are users of the host, and their UIDs. */
export interface HostAccounts {
  /** Returns the UID of an identity, which is assigned once and never changes. */
  settle(identityId: string): Promise<number>;
  byName(name: string): Promise<HostUser | undefined>;
  byUid(uid: number): Promise<HostUser | undefined>;
  /** Ordered by UID. */
  all(): AsyncIterable<HostUser>;
}

/** Port: returns the UID that this machine has for a user name from any source; undefined if the name is free. */
export type LocalUid = (name: string) => Promise<number | undefined>;

/** Range of `count` UIDs: `base` is the GID of the group, and users have the numbers after it. */
export interface UidRange {
  readonly base: number;
  readonly count: number;
}

/** Metadata entry with which an identity's owner makes it a user of the host, by the value "true" or true. */
const loginEntry = "host.login";

/** Whether an identity is a user of the host: its owner has chosen that, and its name is legal there. */
export function isHostUser(identity: { readonly username: string; readonly metadata: Entries }): boolean {
  const { username, metadata } = identity;
  const chosen = Object.hasOwn(metadata, loginEntry) ? metadata[loginEntry] : undefined;
  return (chosen === true || chosen === "true") && isUnixName(username);
}

/**
 * Whether a name is legal for users on every system: accepted by useradd, in lower case, at most 31 characters, and not
 * the name of a system user or group, which rules of other programs may trust.
 */
export function isUnixName(name: string): boolean {
  return (
    /^[a-z_][a-z0-9_-]{0,30}$/.test(name) && !systemNames.has(name) && !/^(systemd|nixbld|runit|dnsmasq)/.test(name)
  );
}

const systemNames = new Set(
  (
    "adm alpine apache audio avahi backup bin bind bluetooth cdrom centos chrony clock colord containerd core crontab " +
    "cups daemon db2inst1 debian dev dialout dip disk docker dovecot ec2-user exim fax fedora floppy ftp games gdm git " +
    "gnats halt input irc jenkins kmem kubelet kvm libvirt lightdm list locate log lp lpadmin lxd mail man messagebus " +
    "mongodb mysql named netdev network news nfsnobody nginx nobody nogroup ntp opensips operator oracle pi plugdev " +
    "polkitd postfix postgres power proxy pulse qemu rabbitmq radiusd redis render rpc rpcuser rpm rtkit sasl saned sgx " +
    "shadow shutdown slocate src ssh sshd sssd storage sudo sudoers sync sys syslog tape tcpdump tomcat tss tty ubuntu " +
    "users usbmux utempter utmp uucp uuidd vagrant video voice wheel wireshark www-data xfs"
  ).split(" "),
);

/** Whether a UID belongs to identities. */
export function isIdentityUid(uid: number, { base, count }: UidRange): boolean {
  return uid > base && uid < base + count;
}

/**
 * Yields candidates for the UID of an identity, which gets the first free one: one derived from its id, then the
 * following ones.
 */
export function* uidsFor(identityId: string, { base, count }: UidRange): Generator<number> {
  const places = count - 1;
  const first = Number(sha256(identityId).readBigUInt64BE() % BigInt(places));
  for (let step = 0; step < places; step++) yield base + 1 + ((first + step) % places);
}
